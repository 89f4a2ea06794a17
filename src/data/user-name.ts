import type { User } from '#contract/objects/user.ts'

/** The user's display name: first and last name, else username, else email. */
export function userName({ first_name, last_name, username, email }: User): string {
  return `${first_name} ${last_name}`.trim() || username || email
}
