let typed = ''

/** The address as typed on any of these pages; in memory only, so that it is typed once and kept nowhere. */
export const typedEmail = (): string => typed

export function saveTypedEmail(text: string): void {
  typed = text
}
