import * as v from 'valibot'
import { NAME_MAX } from '#contract/limits.ts'
import { FirstName, LastName } from '#contract/primitives.ts'
import type { GoogleUser } from '../../../providers/identity/google.ts'

/** For an account whose credential has no name that ours could be; the user writes another. */
const NOBODY = 'Friend'

/**
 * First and last name out of a credential, made fit for our rules: letters, with single spaces, hyphens and
 * apostrophes inside. Without a given name the whole one is taken, then the address's; the last one may stay empty.
 */
export function namesFrom({ givenName, familyName, name, email }: GoogleUser): { first: string; last: string } {
  const beforeAt = (email ?? '').replace(/[+@].*$/, '').replace(/[\d._]+/g, ' ')
  const first = [givenName, name, beforeAt].map(clean).find((text) => v.is(FirstName, text))
  const last = clean(familyName)
  return { first: first ?? NOBODY, last: v.is(LastName, last) ? last : '' }
}

function clean(text: string): string {
  return [...text.normalize('NFC').replaceAll('`', "'").replaceAll('‘', '’')]
    .map((letter) => (/[\p{L}\p{M}'’-]/u.test(letter) ? letter : ' '))
    .join('')
    .replace(/(['’-])['’\s-]*/g, '$1')
    .replace(/\s+['’-]?/g, ' ')
    .slice(0, NAME_MAX)
    .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
}
