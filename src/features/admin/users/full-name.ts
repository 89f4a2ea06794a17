import type { User } from '#contract/objects/user.ts'

/** First and last name; empty when the person has given neither. */
export const fullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
