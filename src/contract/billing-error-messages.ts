import type { ErrorWording } from './errors.ts'

/** The part of `errorMessages` about subscriptions and payments. */
export const billingErrorMessages = {
  pays_already: {
    en: 'This person pays for a subscription that is running. It has to end first',
    es: 'Esta persona paga una suscripción en curso. Primero tiene que terminar',
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
  payment_declined: {
    en: 'The payment was declined. Nothing was changed. Check your card and try again',
    es: 'El pago fue rechazado. No se ha cambiado nada. Revisa tu tarjeta y vuelve a probar',
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
} satisfies Partial<Record<ErrorWording, Record<'en' | 'es', string>>>
