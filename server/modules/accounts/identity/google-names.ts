import * as v from 'valibot'
import { NAME_MAX } from '#contract/limits.ts'
import { FirstName, LastName } from '#contract/primitives.ts'
import type { GoogleUser } from '../../../providers/identity/google.ts'

/** The first name when a credential has no usable name; the user can change it. */
const NOBODY = 'Friend'

/**
 * First and last name from a credential, reduced to what the contract allows: letters with single spaces, hyphens and
 * apostrophes inside. Falls back to the full name, then to the address; the last name may be empty.
 */
export function readGoogleNames({ givenName, familyName, name, email }: GoogleUser): { first: string; last: string } {
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
