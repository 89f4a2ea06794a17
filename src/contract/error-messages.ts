import type { ErrorWording, GenerationFailure } from './errors.ts'

type Translations = Record<'en' | 'es', string>

/** The only mapping of error codes to messages, for the server (by Accept-Language) and the app. */
export const errorMessages: Record<ErrorWording | GenerationFailure | 'storage_full', Translations> = {
  storage_full: {
    en: 'There is no space left on this device. Nothing was lost: free some space and try again',
    es: 'No queda espacio en este dispositivo. No se ha perdido nada: libera espacio y vuelve a intentarlo',
  },
  bad_request: {
    en: 'The request could not be read',
    es: 'No se pudo leer la solicitud',
  },
  invalid_message_or_chat: {
    en: 'Unexpected error: invalid message or chat',
    es: 'Error inesperado: mensaje o chat no válido',
  },
  no_previous_user_message: {
    en: 'No previous user message found for regeneration',
    es: 'No se encontró un mensaje anterior para regenerar',
  },
  token_not_valid: {
    en: 'Your sign-in has expired. Log in again',
    es: 'Tu sesión ha caducado. Vuelve a entrar',
  },
  invalid_credentials: {
    en: 'Email or password is not right',
    es: 'El correo o la contraseña no son correctos',
  },
  google_off: {
    en: 'Signing in with Google is not set up here',
    es: 'Aquí no se puede entrar con Google',
  },
  google_refused: {
    en: 'The sign-in with Google was not accepted. Try again',
    es: 'No se aceptó el inicio de sesión con Google. Vuelve a intentarlo',
  },
  google_address_unconfirmed: {
    en: 'There is an account with this email that was never confirmed. Choose a new password by “Forgot your password?” first: that makes it yours alone',
    es: 'Ya hay una cuenta con este correo que nunca se confirmó. Elige antes una contraseña nueva con «¿Olvidaste tu contraseña?»: así será solo tuya',
  },
  google_address_taken: {
    en: 'The account with this email signs in with another Google account',
    es: 'La cuenta con este correo entra con otra cuenta de Google',
  },
  google_unreachable: {
    en: 'Google could not be asked just now. Try again shortly',
    es: 'No se pudo consultar a Google. Vuelve a probar en breve',
  },
  permission_denied: {
    en: 'You do not have permission to do this',
    es: 'No tienes permiso para hacer esto',
  },
  subscription_required: {
    en: 'You need an active subscription to do this',
    es: 'Necesitas una suscripción activa para hacer esto',
  },
  not_found: { en: 'Not found', es: 'No encontrado' },
  chat_not_found: { en: 'Chat not found', es: 'No se encontró el chat' },
  message_deleted: { en: 'This message was deleted', es: 'Este mensaje se ha borrado' },
  message_superseded: {
    en: 'The question was changed meanwhile, and the chat goes on from there. Look at the newest messages',
    es: 'La pregunta cambió mientras tanto y el chat sigue desde ahí. Mira los mensajes más recientes',
  },
  answer_not_broken_off: {
    en: 'Only an answer that broke off can be continued',
    es: 'Solo se puede continuar una respuesta que se interrumpió',
  },
  method_not_allowed: {
    en: 'This address does not take that kind of call',
    es: 'Esta dirección no admite ese tipo de llamada',
  },
  conflict: {
    en: 'This was changed in the meantime. Look again and repeat',
    es: 'Esto cambió mientras tanto. Revísalo y repite',
  },
  last_admin: {
    en: 'You are the only admin. Make somebody else an admin first',
    es: 'Eres la única persona que administra. Nombra antes a otra',
  },
  plan_archived: {
    en: 'This plan is archived and stays as it is',
    es: 'Este plan está archivado y se queda como está',
  },
  pays_already: {
    en: 'This person pays for a subscription that is running. It has to end first',
    es: 'Esta persona paga una suscripción en curso. Primero tiene que terminar',
  },
  id_conflict: {
    en: 'This id is already used for something else',
    es: 'Este identificador ya se usa para otra cosa',
  },
  trial_used: {
    en: 'Your account has already had its free trial',
    es: 'Tu cuenta ya ha tenido su prueba gratuita',
  },
  plan_unavailable: {
    en: 'This plan cannot be bought',
    es: 'Este plan no se puede comprar',
  },
  already_subscribed: {
    en: 'You already have a subscription. You can choose another plan when it has ended',
    es: 'Ya tienes una suscripción. Podrás elegir otro plan cuando termine',
  },
  nothing_to_cancel: {
    en: 'There is nothing to cancel: this subscription ends by itself or has ended',
    es: 'No hay nada que cancelar: esta suscripción termina sola o ya ha terminado',
  },
  checkout_ended: {
    en: 'This purchase is over. Look at your subscriptions',
    es: 'Esta compra ya ha terminado. Mira tus suscripciones',
  },
  payment_unavailable: {
    en: 'Payments cannot be reached just now. Nothing was charged. Try again shortly',
    es: 'Ahora no se puede contactar con los pagos. No se ha cobrado nada. Vuelve a probar en breve',
  },
  answers_under_way: {
    en: 'What is left of your plan is needed by answers under way. Wait for them and try again',
    es: 'Lo que queda de tu plan lo necesitan las respuestas en curso. Espera a que terminen y vuelve a probar',
  },
  payload_too_large: { en: 'This is too large', es: 'Es demasiado grande' },
  unsupported_media_type: {
    en: 'This kind of content is not taken here',
    es: 'Este tipo de contenido no se admite aquí',
  },
  rate_limited: {
    en: 'Too many tries. Wait a moment and try again',
    es: 'Demasiados intentos. Espera un momento y vuelve a probar',
  },
  limit_reached: {
    en: 'You have used what your plan includes for now',
    es: 'Has usado lo que incluye tu plan por ahora',
  },
  internal_error: {
    en: 'Something went wrong on our side. Try again',
    es: 'Algo falló por nuestra parte. Vuelve a intentarlo',
  },
  not_implemented: {
    en: 'This is not available yet',
    es: 'Esto todavía no está disponible',
  },
  not_scored: {
    en: 'The answer could not be scored just now. Try again shortly',
    es: 'Ahora no se pudo puntuar la respuesta. Vuelve a probar en breve',
  },
  scoring_off: {
    en: 'Answers are not scored here',
    es: 'Aquí no se puntúan las respuestas',
  },
  overloaded: {
    en: 'The server is busy. Try again shortly',
    es: 'El servidor está ocupado. Vuelve a probar en breve',
  },
  disk_full: {
    en: 'The server has no space left, so this could not be saved. Try again later',
    es: 'Al servidor no le queda espacio y no se pudo guardar. Vuelve a probar más tarde',
  },
  assistant_unreachable: {
    en: 'The assistant could not be reached',
    es: 'No se pudo contactar con el asistente',
  },
  assistant_busy: {
    en: 'The assistant is busy right now',
    es: 'El asistente está ocupado ahora mismo',
  },
  assistant_refused: {
    en: 'The assistant did not accept the request',
    es: 'El asistente no aceptó la solicitud',
  },
  assistant_empty: {
    en: 'The assistant gave no answer',
    es: 'El asistente no dio ninguna respuesta',
  },
  assistant_broken: {
    en: 'The answer broke off',
    es: 'La respuesta se interrumpió',
  },
}
