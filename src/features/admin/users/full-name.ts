import type { User } from '#contract/objects/user.ts'

/** Returns first and last name; empty when the user has neither. */
export const fullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
