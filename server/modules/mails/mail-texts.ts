import type { Language } from '#contract/primitives.ts'
/** The user to whom a mail is sent. */
export interface Recipient {
  id: number
  email: string
  first_name: string
  language: Language
}

/**
 * `Hello Ana,` or `Hola, Ana:`. A name is left out unless it has only letters, spaces, hyphens and apostrophes: names
 * also come from Google, and mail programs turn what looks like an address into a link.
 */
export function greeting({ language, first_name }: Recipient): string {
  const isPlain = /^[\p{L}\p{M} '’-]{1,80}$/u.test(first_name)
  if (language === 'es') return isPlain ? `Hola, ${first_name}:` : 'Hola:'
  return isPlain ? `Hello ${first_name},` : 'Hello,'
}

/** `November 22, 2026 at 11:04 AM (UTC)`, because the reader's time zone is unknown. */
export function mailTime(language: Recipient['language'], time: Date): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, form).format(time)} (UTC)`
}

/** Explains why the user received the mail. */
export function footerFor({ language, email }: Recipient): string {
  return language === 'es'
    ? `Este mensaje es para ${email}, porque es la dirección de una cuenta de Companion.`
    : `This mail is for ${email}, because it is the address of a Companion account.`
}
