import type { ErrorCode, GenerationFailure } from './errors.ts'

type Translations = Record<'en' | 'es', string>

/** The only mapping of error codes to messages, for the server (by Accept-Language) and the app. */
export const errorMessages: Record<ErrorCode | GenerationFailure | 'storage_full', Translations> = {
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
  second_factor_required: {
    en: 'This account also asks for a passkey or a code',
    es: 'Esta cuenta pide además una llave de acceso o un código',
  },
  passkey_refused: {
    en: 'The passkey was not accepted',
    es: 'No se aceptó la llave de acceso',
  },
  confirmation_required: {
    en: 'Confirm that it is you first. Nothing was changed',
    es: 'Confirma antes que eres tú. No se ha cambiado nada',
  },
  permission_denied: {
    en: 'You do not have permission to do this',
    es: 'No tienes permiso para hacer esto',
  },
  subscription_required: {
    en: 'You need an active subscription to do this',
    es: 'Necesitas una suscripción activa para hacer esto',
  },
  suspended: { en: 'Your account is suspended', es: 'Tu cuenta está suspendida' },
  not_found: { en: 'Not found', es: 'No encontrado' },
  method_not_allowed: {
    en: 'This address does not take that kind of call',
    es: 'Esta dirección no admite ese tipo de llamada',
  },
  conflict: {
    en: 'This was changed in the meantime. Look again and repeat',
    es: 'Esto cambió mientras tanto. Revísalo y repite',
  },
  trial_used: {
    en: 'This account or address has already had its free trial',
    es: 'Esta cuenta o dirección ya ha tenido su prueba gratuita',
  },
  plan_unavailable: {
    en: 'This plan cannot be bought',
    es: 'Este plan no se puede comprar',
  },
  payment_declined: {
    en: 'The payment was declined. Nothing was changed. Check your card and try again',
    es: 'El pago fue rechazado. No se ha cambiado nada. Revisa tu tarjeta y vuelve a probar',
  },
  payment_unavailable: {
    en: 'Payments cannot be reached just now. Nothing was charged. Try again shortly',
    es: 'Ahora no se puede contactar con los pagos. No se ha cobrado nada. Vuelve a probar en breve',
  },
  id_conflict: {
    en: 'This id is already used for something else',
    es: 'Este identificador ya se usa para otra cosa',
  },
  withdrawn: {
    en: 'This exchange is no longer offered in this form, so your rating was not stored',
    es: 'Este intercambio ya no se ofrece así, por lo que tu valoración no se ha guardado',
  },
  email_unconfirmed: {
    en: 'Confirm your email address first: the link is in your mail. Then your trial begins',
    es: 'Confirma antes tu dirección de correo: el enlace está en tu buzón. Después empieza tu prueba',
  },
  files_missing: {
    en: 'A file of this message has not arrived yet',
    es: 'Todavía no ha llegado un archivo de este mensaje',
  },
  file_too_large: {
    en: 'This file is too large: 20 MB is the most',
    es: 'Este archivo pesa demasiado: 20 MB como máximo',
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
