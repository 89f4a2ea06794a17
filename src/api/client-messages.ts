import type { Language } from '#contract/primitives.ts'

/** The client's own messages; all others come from the server in the user's language. */
export const clientMessages = {
  network: {
    en: 'No connection. Check your network and try again',
    es: 'Sin conexión. Revisa tu red y vuelve a intentarlo',
  },
  timeout: { en: 'The server took too long to answer', es: 'El servidor tardó demasiado en responder' },
} as const satisfies Record<string, Record<Language, string>>
