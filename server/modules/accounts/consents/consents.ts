import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { giveConsents as giveConsentsCall } from '#contract/endpoints/legal.ts'
import type { Consents } from '#contract/objects/legal/consents.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { type Consent, findPublished, insertConsents, listConsents } from './consents.repository.ts'

type Deps = Pick<Dependencies, 'config' | 'now'> & { db: Kysely<Database> }

/**
 * What the user has accepted, and what they still have to: terms that ask for it, and the age that the operator set.
 */
export async function readConsents({ config, db }: Deps, userId: number): Promise<Consents> {
  const { consent } = await findPublished(db)
  const given = await listConsents(db, userId)
  const lacks = (statement: Consent['statement'], wanted: number) =>
    !given.some((one) => one.statement === statement && one.version >= wanted)
  const { minimumAge } = config.legal
  return {
    terms: consent !== null && lacks('terms', consent) ? consent : null,
    minimum_age: minimumAge !== null && lacks('minimum_age', minimumAge) ? minimumAge : null,
    given,
  }
}

/**
 * Stores what a user has accepted or stated. A version that is not published, or an age other than that of the
 * settings, is left out: it is not what the user was shown.
 */
export async function storeConsents(
  { config, db, now }: Deps,
  userId: number,
  { terms, minimum_age }: BodyOf<typeof giveConsentsCall>,
): Promise<void> {
  const { current } = await findPublished(db)
  const consents: Consent[] = []
  if (terms !== undefined && terms <= (current.terms ?? 0)) consents.push({ statement: 'terms', version: terms })
  if (minimum_age !== undefined && minimum_age === config.legal.minimumAge) {
    consents.push({ statement: 'minimum_age', version: minimum_age })
  }
  await insertConsents(db, userId, { consents, time: isoTime(now()) })
}

export async function giveConsents(
  deps: Deps,
  userId: number,
  given: BodyOf<typeof giveConsentsCall>,
): Promise<Consents> {
  await storeConsents(deps, userId, given)
  return readConsents(deps, userId)
}
