/** Whom a mail is for. */
export interface Recipient {
  id: number
  email: string
  first_name: string
  language: 'en' | 'es'
}

/**
 * `Hello Ana,`. A name that holds more than letters is left out: names also come from elsewhere than our
 * form, and mail programs make links of what looks like an address.
 */
export function greeting({ language, first_name }: Recipient): string {
  const isPlain = /^[\p{L}\p{M} '’-]{1,80}$/u.test(first_name)
  const hello = language === 'es' ? 'Hola' : 'Hello'
  return isPlain ? `${hello} ${first_name},` : `${hello},`
}

/** Why the mail came. */
export function footerFor({ language, email }: Recipient): string {
  return language === 'es'
    ? `Este mensaje es para ${email}, porque es la dirección de una cuenta de Companion.`
    : `This mail is for ${email}, because it is the address of a Companion account.`
}
