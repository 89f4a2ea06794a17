import { afterAll, expect, test, vi } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { hashPassword, verifyPassword } from '#server/modules/accounts/password/password-hash.ts'

vi.unmock('@node-rs/argon2')
// Earlier files have loaded the module with the cheap hashing library; this one loads it again, and so does the next
// one.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())

test('a password hash matches its own password only, and an unknown account never matches', async () => {
  const hash = await hashPassword('a quiet evening')
  expect(await hashPassword('a quiet evening')).not.toBe(hash)
  expect(await verifyPassword(hash, 'a quiet evening')).toBe(true)
  expect(await verifyPassword(hash, 'a quiet morning')).toBe(false)
  expect(await verifyPassword(null, 'a quiet evening')).toBe(false)
})

test('hashing a password has the cost that OWASP recommends', async () => {
  expect(await hashPassword('a quiet evening')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a burst of password checks waits in a bounded queue, and checks work again afterwards', async () => {
  const results = await Promise.allSettled(Array.from({ length: 130 }, (_, n) => hashPassword(`password ${n}`)))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(40)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'overloaded', options: { retryAfter: 2 } })
  }
  expect(await hashPassword('afterwards')).toMatch(/^\$argon2id\$/)
})
