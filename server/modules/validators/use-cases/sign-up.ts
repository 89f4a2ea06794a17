import type { BodyOf } from '#contract/endpoint.ts'
import type { signUpValidator as call } from '#contract/endpoints/ratings/validators.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { fieldError } from '../../../lib/errors.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'

/** Stores a volunteer's address; a repeat by the same user changes nothing. */
export async function signUp(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  { name, email }: BodyOf<typeof call>,
): Promise<void> {
  const clean = cleanText(name).trim()
  if (clean === '') throw fieldError('name', 'name_required')
  await db
    .insertInto('validators')
    .values({ user_id: userId, name: clean, email, created_at: isoTime(now()) })
    .onConflict((known) => known.columns(['user_id', 'email']).doNothing())
    .execute()
}
