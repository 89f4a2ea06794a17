import type { Language } from '#contract/primitives.ts'

/** What the client itself has to say; everything else comes from the server in the person's language. */
export const clientWords = {
  network: { en: 'Network error. Check your connection', es: 'Error de red. Revisa tu conexión' },
  timeout: { en: 'The server took too long to answer', es: 'El servidor tardó demasiado en responder' },
  unexpected: { en: 'Unexpected error', es: 'Error inesperado' },
} as const satisfies Record<string, Record<Language, string>>
