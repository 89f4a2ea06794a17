import type { User } from '#contract/objects/user.ts'

/** What to call somebody on the screen: their names, else what they signed up with. */
export function userName({ first_name, last_name, username, email }: User): string {
  return `${first_name} ${last_name}`.trim() || username || email
}
