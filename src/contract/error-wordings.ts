import { errorMessages } from './error-messages.ts'
import type { ErrorWording } from './errors.ts'

/**
 * The messages of the server's errors: of each code, and of the cases of a code that have a more specific one. The app
 * gets the latter as the response's text, so it does not import this module.
 */
export const errorWordings: Record<ErrorWording, Record<'en' | 'es', string>> = {
  ...errorMessages,
  second_factor_missing: {
    en: 'Admins need a second step here. Set one up in your account first',
    es: 'Aquí quienes administran necesitan un segundo paso. Configúralo antes en tu cuenta',
  },
  second_factor_exists: {
    en: 'An authenticator app is set up already. Remove it before you set up another',
    es: 'Ya hay una aplicación de autenticación configurada. Quítala antes de configurar otra',
  },
  second_factor_needed: {
    en: 'Admins need a second step here, and this is your last one. Add another first',
    es: 'Aquí quienes administran necesitan un segundo paso, y este es el último que tienes. Añade antes otro',
  },
  passkeys_off: {
    en: 'Passkeys need an address with a name and TLS, which this server does not have',
    es: 'Las llaves de acceso necesitan una dirección con nombre y TLS, que este servidor no tiene',
  },
  passkey_exists: {
    en: 'This passkey is already in use',
    es: 'Esta llave de acceso ya se usa',
  },
  passkey_unknown: {
    en: 'This passkey belongs to no account here any more. Use another way',
    es: 'Esta llave de acceso ya no es de ninguna cuenta de aquí. Usa otra forma',
  },
  passkey_expired: {
    en: 'The passkey came too late. Try again',
    es: 'La llave de acceso llegó tarde. Vuelve a intentarlo',
  },
  passkeys_max: {
    en: 'You have as many passkeys as there can be. Remove one first',
    es: 'Tienes el máximo de llaves de acceso. Quita una primero',
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
  email_change_taken: {
    en: 'Another account has this address by now, so nothing was changed',
    es: 'Otra cuenta tiene ya esta dirección, así que no ha cambiado nada',
  },
  email_undo_taken: {
    en: 'Another account has your old address by now, so nothing was changed. Whoever runs this server can help',
    es: 'Otra cuenta tiene ya tu dirección anterior, así que no ha cambiado nada. Puede ayudarte quien administra este servidor',
  },
  chat_not_found: { en: 'Chat not found', es: 'No se encontró el chat' },
  message_deleted: { en: 'This message was deleted', es: 'Este mensaje se ha borrado' },
  answer_not_broken_off: {
    en: 'Only an answer that broke off can be continued',
    es: 'Solo se puede continuar una respuesta que se interrumpió',
  },
  last_admin: {
    en: 'You are the only admin. Make somebody else an admin first',
    es: 'Eres la única persona que administra. Nombra antes a otra',
  },
  own_suspension: {
    en: 'You cannot suspend yourself',
    es: 'No puedes suspender tu propia cuenta',
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
  pays_already: {
    en: 'This person pays for a subscription that is running. It has to end first',
    es: 'Esta persona paga una suscripción en curso. Primero tiene que terminar',
  },
  already_subscribed: {
    en: 'You already have a subscription. Change its plan instead of buying another',
    es: 'Ya tienes una suscripción. Cambia de plan en lugar de comprar otro',
  },
  nothing_to_resume: {
    en: 'This subscription has ended, so it cannot be kept. You can buy a plan again',
    es: 'Esta suscripción ya ha terminado y no se puede conservar. Puedes volver a comprar un plan',
  },
  keep_plan_first: {
    en: 'You have cancelled your plan. Keep it first, then change it',
    es: 'Has cancelado tu plan. Primero consérvalo y después cámbialo',
  },
  plan_not_changeable: {
    en: 'This subscription cannot be changed to another plan. You can buy a plan instead',
    es: 'Esta suscripción no se puede cambiar a otro plan. Puedes comprar un plan',
  },
  payment_due_first: {
    en: 'A payment for your plan has failed. Pay it first, then change the plan',
    es: 'Ha fallado un pago de tu plan. Págalo primero y después cambia de plan',
  },
  plan_is_same: {
    en: 'You already have this plan',
    es: 'Ya tienes este plan',
  },
  other_currency: {
    en: 'This plan is sold in another currency, so yours cannot be changed to it',
    es: 'Este plan se vende en otra moneda, así que no puedes cambiar a él',
  },
  change_scheduled: {
    en: 'A change of your plan is already scheduled. Take it back first',
    es: 'Ya hay un cambio de plan programado. Anúlalo primero',
  },
  change_under_way: {
    en: 'This subscription is being changed elsewhere. Look again in a moment',
    es: 'Esta suscripción se está cambiando en otro lugar. Vuelve a mirar en un momento',
  },
  amount_changed: {
    en: 'The amount has changed since it was shown. Nothing was charged. Look at it again',
    es: 'El importe ha cambiado desde que se mostró. No se ha cobrado nada. Vuelve a mirarlo',
  },
  not_paid: {
    en: 'This was not paid, so there is nothing to refund',
    es: 'Esto no se ha pagado, así que no hay nada que reembolsar',
  },
  refund_under_way: {
    en: 'Another refund of this payment is under way. Look again in a few minutes',
    es: 'Hay otro reembolso de este pago en curso. Vuelve a mirar dentro de unos minutos',
  },
  refund_refused: {
    en: 'The payment processor does not make this refund. Nothing was refunded',
    es: 'El procesador de pagos no acepta este reembolso. No se ha devuelto nada',
  },
  refund_noted: {
    en: 'Payments cannot be reached just now. The refund is noted and made as soon as they answer',
    es: 'Ahora no se puede contactar con los pagos. El reembolso queda anotado y se hará en cuanto respondan',
  },
  change_unknown: {
    en: 'Payments cannot be reached just now, so it is not known yet whether your plan was changed. Look again in a minute before you repeat it',
    es: 'Ahora no se puede contactar con los pagos y aún no se sabe si tu plan ha cambiado. Vuelve a mirar en un minuto antes de repetirlo',
  },
  nothing_to_extend: {
    en: 'Only a subscription that is running and paid can be extended',
    es: 'Solo se puede prolongar una suscripción en curso y pagada',
  },
  change_scheduled_by_user: {
    en: 'This person has scheduled a change of plan, which begins when the period ends. It has to be taken back first',
    es: 'Esta persona ha programado un cambio de plan para el final del periodo. Primero hay que anularlo',
  },
  no_running_grant: {
    en: 'This grant has ended, or the subscription is not a grant',
    es: 'Esta concesión ha terminado o la suscripción no es una concesión',
  },
  billing_address_needed: {
    en: 'Your billing address is missing, and the tax depends on it. Add it under “Billing details” in your account, then try again',
    es: 'Falta tu dirección de facturación, y de ella dependen los impuestos. Añádela en «Datos de facturación» de tu cuenta y vuelve a intentarlo',
  },
  no_customer: {
    en: 'You have not bought anything yet, so there is nothing to manage',
    es: 'Todavía no has comprado nada, así que no hay nada que gestionar',
  },
  nothing_to_cancel: {
    en: 'There is nothing to cancel: this subscription ends by itself or has ended',
    es: 'No hay nada que cancelar: esta suscripción termina sola o ya ha terminado',
  },
  checkout_ended: {
    en: 'This purchase is over. Look at your subscriptions',
    es: 'Esta compra ya ha terminado. Mira tus suscripciones',
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
  legal_text_changed: {
    en: 'Somebody else changed or published this text in the meantime',
    es: 'Otra persona ha cambiado o publicado este texto mientras tanto',
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
  picture_too_large: {
    en: 'This picture has too many pixels: 40 million is the most',
    es: 'Esta imagen tiene demasiados píxeles: 40 millones como máximo',
  },
  scoring_off: {
    en: 'Answers are not scored here',
    es: 'Aquí no se puntúan las respuestas',
  },
}
