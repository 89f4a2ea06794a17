import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { EMAIL_MAX } from '#contract/limits.ts'
import { Email } from '#contract/primitives.ts'

/** An address of `length` characters, whose labels have at most 63. */
const longAddress = (length: number) => `a@${`${'b'.repeat(59)}.`.repeat(4)}${'c'.repeat(length - 246)}.org`

describe('an email address', () => {
  it.each([
    'ana@example.org',
    'a+b_c-d@mail.example.co.uk',
    'a@xn--espaol-zwa.es',
    'a@example.xn--p1ai',
    "sean.o'brien@example.ie",
    'a&b@example.com',
    '{a}=%/?!#$^`|~*@example.com',
    'me@a--b.com',
    longAddress(EMAIL_MAX),
  ])('is accepted unchanged: %s', (email) => {
    expect(v.parse(Email, email)).toBe(email)
  })

  it.each([
    [' Ana@Example.ORG ', 'ana@example.org'],
    ['info@Español.es', 'info@xn--espaol-zwa.es'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ])('is normalised: %s', (typed, email) => {
    expect(v.parse(Email, typed)).toBe(email)
  })

  it.each([
    'ana@',
    '@example.org',
    'ana@localhost',
    'ana@example.1',
    'ana@127.0.0.1',
    'ana@[127.0.0.1]',
    'ana@1２7.0.0.1',
    '.ana@example.org',
    'ana.@example.org',
    'a..b@example.org',
    'a@b@example.org',
    'ana@example..org',
    'ana@-example.org',
    'ana@exam_ple.org',
    'ana@español.es/x',
    'ana@español.es:25',
    'ana prado@example.org',
    'ana@example.org\r\nBcc: eve@example.org',
    'ana\u0000@example.org',
    'ana,eve@example.org',
    '"ana"@example.org',
    'Ana <ana@example.org>',
    'año@example.org',
    longAddress(EMAIL_MAX + 1),
    // 254 characters as typed, and more in ASCII.
    longAddress(EMAIL_MAX).replace('c', 'ñ'),
  ])('is refused: %j', (typed) => {
    const { issues } = v.safeParse(Email, typed)
    expect(issues?.[0].message).toBe('email_invalid')
  })
})
