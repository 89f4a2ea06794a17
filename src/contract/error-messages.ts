import { billingErrorMessages } from './billing-error-messages.ts'
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
    en: 'Your session has expired. Log in again',
    es: 'Tu sesión ha caducado. Vuelve a iniciar sesión',
  },
  invalid_credentials: {
    en: 'Wrong email or password',
    es: 'Correo o contraseña incorrectos',
  },
  google_off: {
    en: 'Signing in with Google is not set up here',
    es: 'Aquí no se puede iniciar sesión con Google',
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
  judge_run_running: {
    en: 'A trial is running. Stop it, or wait until it has ended',
    es: 'Hay una prueba en marcha. Detenla o espera a que termine',
  },
  last_model: {
    en: 'This is the only model that is switched on. Switch another one on first',
    es: 'Este es el único modelo activado. Activa antes otro',
  },
  plan_archived: {
    en: 'This plan is archived and stays as it is',
    es: 'Este plan está archivado y se queda como está',
  },
  ...billingErrorMessages,
  id_conflict: {
    en: 'This id is already used for something else',
    es: 'Este identificador ya se usa para otra cosa',
  },
  withdrawn: {
    en: 'This exchange was withdrawn by the person who offered it, so your rating was not stored',
    es: 'Quien ofreció este intercambio lo ha retirado, así que tu valoración no se ha guardado',
  },
  email_unconfirmed: {
    en: 'Confirm your email address first: the link is in your mail. Then your trial begins',
    es: 'Confirma antes tu dirección de correo: el enlace está en tu buzón. Después empieza tu prueba',
  },
  nothing_to_share: {
    en: 'There is nothing in this chat yet that could be shared',
    es: 'En este chat aún no hay nada que se pueda compartir',
  },
  answers_under_way: {
    en: 'What is left of your plan is needed by answers under way. Wait for them and try again',
    es: 'Lo que queda de tu plan lo necesitan las respuestas en curso. Espera a que terminen y vuelve a probar',
  },
  replied_meanwhile: {
    en: 'This report was answered since you opened it. Look at it again before you write once more',
    es: 'Esta denuncia se respondió después de que la abrieras. Mírala otra vez antes de volver a escribir',
  },
  mail_off: {
    en: 'This server sends no mail',
    es: 'Este servidor no envía correos',
  },
  issue_changed: {
    en: 'Somebody else changed this issue in the meantime',
    es: 'Otra persona ha cambiado este número mientras tanto',
  },
  issue_not_changeable: {
    en: 'The state of this issue no longer allows this',
    es: 'El estado de este número ya no lo permite',
  },
  postal_address_missing: {
    en: 'The postal address of the sender is not set on this server, and every issue has to name it',
    es: 'En este servidor falta la dirección postal del remitente, que debe figurar en cada número',
  },
  no_recipients: {
    en: 'Nobody would receive this issue',
    es: 'Nadie recibiría este número',
  },
  files_missing: {
    en: 'A file of this message has not arrived yet',
    es: 'Todavía no ha llegado un archivo de este mensaje',
  },
  file_too_large: {
    en: 'This file is too large: 20 MB is the most',
    es: 'Este archivo pesa demasiado: 20 MB como máximo',
  },
  picture_too_large: {
    en: 'This picture has too many pixels: 40 million is the most',
    es: 'Esta imagen tiene demasiados píxeles: 40 millones como máximo',
  },
  files_full: {
    en: 'Your files take all the space there is for you. Delete chats with files for good to make room',
    es: 'Tus archivos ocupan todo tu espacio. Borra para siempre chats con archivos para hacer sitio',
  },
  file_type_unsupported: {
    en: 'This kind of file cannot be read. Use JPEG, PNG, WebP, HEIC, PDF, text or code',
    es: 'Este tipo de archivo no se puede leer. Usa JPEG, PNG, WebP, HEIC, PDF, texto o código',
  },
  file_broken: { en: 'This file is damaged or empty', es: 'Este archivo está dañado o vacío' },
  file_encrypted: {
    en: 'This file is protected by a password. Remove it and try again',
    es: 'Este archivo está protegido con contraseña. Quítala y vuelve a intentarlo',
  },
  file_changed: {
    en: 'This file changed on the way here. Send it again',
    es: 'Este archivo cambió al enviarse. Vuelve a enviarlo',
  },
  audio_unreadable: {
    en: 'This recording could not be read',
    es: 'No se pudo leer esta grabación',
  },
  audio_too_long: {
    en: 'This recording is too long: two minutes is the most',
    es: 'Esta grabación es demasiado larga: dos minutos como máximo',
  },
  speech_unavailable: {
    en: 'The speech service of this server does not answer just now. Try again shortly',
    es: 'El servicio de voz de este servidor no responde ahora. Vuelve a probar en breve',
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
