import type { Language } from '#contract/primitives.ts'

/** Texts of the pages that the server makes for readers of the newsletter. */
export const newsletterTexts = {
  en: {
    title: 'The wealth-signals newsletter',
    about: 'Issues of the Companion newsletter, on money and what is right to do with it.',
    none: 'No issue has been sent yet.',
    all: 'All issues',
    only: { en: 'This issue exists in English only.', es: 'This issue exists in Spanish only.' },
    missing: 'There is no such issue',
    missingWhy: 'The address is not whole, or the issue has not been sent.',
    subscribe: 'Get it by email',
    email: 'Email address',
    button: 'Subscribe',
    how: 'We first send you a mail: only after you have opened its link and confirmed do you get the next issue. Each issue has a link that ends it.',
    linkSent: 'Look into your mailbox, also under spam: a mail with a link is on its way, if the address can get one.',
    invalid: 'Please enter an address like name@example.org.',
    tooMany: 'Too many requests came from your network. Please try again in ten minutes.',
    unmeasured:
      'No tracking pixels, and no link on these pages is counted. In mails links are counted only for readers who agreed, without their names.',
    privacy: 'Privacy',
    home: 'To Companion',
  },
  es: {
    title: 'El boletín de señales de riqueza',
    about: 'Los números del boletín de Companion, sobre el dinero y lo que está bien hacer con él.',
    none: 'Aún no se ha enviado ningún número.',
    all: 'Todos los números',
    only: { en: 'Este número solo existe en inglés.', es: 'Este número solo existe en español.' },
    missing: 'Este número no existe',
    missingWhy: 'La dirección no está completa, o el número no se ha enviado.',
    subscribe: 'Recíbelo por correo',
    email: 'Correo electrónico',
    button: 'Suscribirme',
    how: 'Primero te enviamos un mensaje: solo recibirás el próximo número cuando hayas abierto su enlace y confirmado. Cada número trae un enlace para dejar de recibirlo.',
    linkSent:
      'Mira tu buzón, también en spam: te va a llegar un mensaje con un enlace, si la dirección puede recibirlo.',
    invalid: 'Escribe una dirección como nombre@example.org.',
    tooMany: 'Llegaron demasiadas peticiones desde tu red. Inténtalo de nuevo dentro de diez minutos.',
    unmeasured:
      'Sin píxeles de seguimiento y sin contar los enlaces de estas páginas. En los correos solo se cuentan para quien lo aceptó, sin su nombre.',
    privacy: 'Privacidad',
    home: 'Ir a Companion',
  },
} as const satisfies Record<Language, unknown>
