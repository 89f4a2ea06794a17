import type { Language } from '#contract/primitives.ts'

const messages = {
  reset_sent: {
    en: 'If there is an account with this address, a link is on its way to it. It works for 10 minutes',
    es: 'Si hay una cuenta con esta dirección, le va a llegar un enlace. Sirve durante 10 minutos',
  },
  password_reset: {
    en: 'Your password is changed. Log in with the new one',
    es: 'Tu contraseña ha cambiado. Inicia sesión con la nueva',
  },
  password_changed: {
    en: 'Your password is changed. Your other devices are signed out',
    es: 'Tu contraseña ha cambiado. Se cerró la sesión en tus otros dispositivos',
  },
  email_confirmed: { en: 'Your address is confirmed', es: 'Tu dirección está confirmada' },
  email_change_sent: {
    en: 'A mail is on its way to the new address. Its link works for 24 hours',
    es: 'Va a llegar un correo a la nueva dirección. Su enlace sirve durante 24 horas',
  },
  email_changed: { en: 'Your address is changed', es: 'Tu dirección ha cambiado' },
  email_restored: {
    en: 'Your old address is back. Choose a new password',
    es: 'Vuelves a tener tu dirección anterior. Elige una contraseña nueva',
  },
  verification_sent: {
    en: 'A link is on its way to you. It works for 24 hours',
    es: 'Te va a llegar un enlace. Sirve durante 24 horas',
  },
} as const

export const accountMessage = (key: keyof typeof messages, language: Language): { message: string } => ({
  message: messages[key][language],
})
