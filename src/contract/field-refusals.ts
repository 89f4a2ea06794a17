import { fieldMessages } from './field-messages.ts'

/**
 * The messages with which the server refuses fields: those of the schemas, and those of rules that need its data. The
 * app gets the latter as the response's text, so it does not import this module.
 */
export const fieldRefusals = {
  ...fieldMessages,
  quote_not_in_answer: {
    en: 'What you quote must be a part of the answer, letter by letter',
    es: 'Lo que citas tiene que ser una parte de la respuesta, letra por letra',
  },
  email_taken: {
    en: 'An account with this email already exists',
    es: 'Ya existe una cuenta con este correo',
  },
  email_same: { en: 'This is your address already', es: 'Esta ya es tu dirección' },
  password_wrong: { en: 'The password is not right', es: 'La contraseña no es correcta' },
  password_not_set: {
    en: 'This account has no password. Confirm with Google, or set one with “Forgot your password?”',
    es: 'Esta cuenta no tiene contraseña. Confirma con Google o crea una con «¿Olvidaste tu contraseña?»',
  },
  password_common: {
    en: 'Too many people use this password. Choose another',
    es: 'Demasiada gente usa esta contraseña. Elige otra',
  },
  age_required: {
    en: 'An account needs this statement of your age',
    es: 'Para tener una cuenta hay que declarar la edad',
  },
  username_taken: { en: 'This username is taken', es: 'Este nombre de usuario ya existe' },
  labels_max: {
    en: 'You have as many as there can be. Delete one first',
    es: 'Tienes el máximo posible. Borra una primero',
  },
  offers_max: {
    en: 'You have offered as many as there can be. Withdraw one first',
    es: 'Has ofrecido el máximo posible. Retira antes un intercambio',
  },
  photo_invalid: {
    en: 'This is not a photo that can be read. Use JPEG, PNG, WebP, AVIF or GIF',
    es: 'No es una foto que se pueda leer. Usa JPEG, PNG, WebP, AVIF o GIF',
  },
  photo_too_many_pixels: {
    en: 'The photo has too many pixels: 40 million is the most',
    es: 'La foto tiene demasiados píxeles: 40 millones como máximo',
  },
  plan_not_given: {
    en: 'This plan cannot be given',
    es: 'Este plan no se puede dar',
  },
  date_past: { en: 'Choose a time that is still to come', es: 'Elige un momento que aún no haya pasado' },
  refund_too_large: {
    en: 'This is more than was paid and not yet refunded',
    es: 'Es más de lo que se pagó y aún no se ha devuelto',
  },
  subject_required: { en: 'Enter a subject', es: 'Escribe un asunto' },
  text_required: { en: 'Write a text', es: 'Escribe un texto' },
  version_missing: { en: 'There is no text in this language', es: 'No hay texto en este idioma' },
  time_passed: { en: 'Choose a time in the future', es: 'Elige una hora futura' },
  code_taken: { en: 'There is already a code of this name', es: 'Ya hay un código con este nombre' },
  code_unknown: { en: 'There is no such code', es: 'Este código no existe' },
  code_ended: { en: 'This code has ended', es: 'Este código ya no es válido' },
  code_used_up: {
    en: 'This code has been used as often as it can be',
    es: 'Este código ya se ha usado todas las veces posibles',
  },
  code_used: { en: 'You have already used this code', es: 'Ya has usado este código' },
  code_other_plan: { en: 'This code is for another plan', es: 'Este código es para otro plan' },
  code_other_currency: {
    en: 'This code is for plans in another currency',
    es: 'Este código es para planes en otra moneda',
  },
  code_over_price: {
    en: 'This code takes off more than this plan costs',
    es: 'Este código descuenta más de lo que cuesta este plan',
  },
  code_plan_running: {
    en: 'This code is for a new plan, and you have one that is running. Use it when yours has ended',
    es: 'Este código es para un plan nuevo y tienes uno en curso. Úsalo cuando el tuyo haya terminado',
  },
  discount_required: {
    en: 'Enter either a percentage or an amount',
    es: 'Escribe un porcentaje o un importe, no los dos',
  },
  gift_plan: { en: 'Choose the one plan that is given', es: 'Elige el único plan que se regala' },
  date_far: { en: 'This is too far away', es: 'Queda demasiado lejos' },
  audience_unknown: {
    en: 'This app is not known here',
    es: 'Esta aplicación no se conoce aquí',
  },
} as const satisfies Record<string, Record<'en' | 'es', string>>

export type FieldRefusal = keyof typeof fieldRefusals
