let typed = ''

/** The email typed on any sign-in page; in memory only, so that it is typed once and never stored. */
export const typedEmail = (): string => typed

export function saveTypedEmail(text: string): void {
  typed = text
}
