import { expect, it } from 'vitest'
import {
  findOneTimeToken,
  forgetOneTimeTokens,
  issueOneTimeToken,
  spendForeignToken,
  takeOneTimeToken,
} from '#server/modules/accounts/one-time-tokens.repository.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeOnEachEngine } from '#support/database/test-database.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

describeOnEachEngine('a one-time token', (database) => {
  const issue = async (purpose: 'reset' | 'verify_email' | 'sso', audience?: string) => {
    const userId = await insertTestUser(database().db)
    const about = { userId, purpose, seconds: 60, now, ...(audience === undefined ? {} : { audience }) }
    return { userId, token: await issueOneTimeToken(database().db, about) }
  }

  it('is accepted once when many requests use it at the same time', async () => {
    const { userId, token } = await issue('reset')
    expect(token).toMatch(/^[\w-]{43}$/)
    const tries = Array.from({ length: 10 }, () => takeOneTimeToken(database().db, { token, purpose: 'reset', now }))
    const takers = (await Promise.all(tries)).filter((taker) => taker !== undefined)
    expect(takers).toEqual([userId])
    expect(await findOneTimeToken(database().db, { token, purpose: 'reset', now })).toEqual({ userId, isUsed: true })
  })

  it('is valid only for its purpose and audience', async () => {
    const { userId, token } = await issue('sso', 'https://one.example.org')
    const take = (more: { purpose: 'sso' | 'reset'; audience?: string }) =>
      takeOneTimeToken(database().db, { token, now, ...more })
    expect(await take({ purpose: 'reset', audience: 'https://one.example.org' })).toBeUndefined()
    expect(await take({ purpose: 'sso' })).toBeUndefined()
    expect(await take({ purpose: 'sso', audience: 'https://two.example.org' })).toBeUndefined()
    expect(await take({ purpose: 'sso', audience: 'https://one.example.org' })).toBe(userId)
  })

  it('expires to the millisecond, and is deleted when the next one is created', async () => {
    const [first, second] = [await issue('reset'), await issue('reset')]
    const take = (token: string, at: number) => takeOneTimeToken(database().db, { token, purpose: 'reset', now: at })
    expect(await take(first.token, now + 59_999)).toBe(first.userId)
    expect(await take(second.token, now + 60_000)).toBeUndefined()
    const later = { userId: second.userId, purpose: 'reset', seconds: 60, now: now + 60_000 } as const
    await issueOneTimeToken(database().db, later)
    const rows = await database().db.selectFrom('one_time_tokens').select('expires_at').execute()
    expect(rows.every((row) => Date.parse(row.expires_at) > now + 60_000)).toBe(true)
  })

  it('can be looked up by purpose until it expires, without being used up', async () => {
    const { userId, token } = await issue('verify_email')
    const find = (purpose: 'reset' | 'verify_email', at: number) =>
      findOneTimeToken(database().db, { token, purpose, now: at })
    expect(await find('verify_email', now + 59_999)).toEqual({ userId, isUsed: false })
    expect(await find('verify_email', now + 59_999)).toEqual({ userId, isUsed: false })
    expect(await find('verify_email', now + 60_000)).toBeUndefined()
    expect(await find('reset', now)).toBeUndefined()
  })

  it('is deleted by user and purpose', async () => {
    const { userId, token } = await issue('reset')
    await forgetOneTimeTokens(database().db, userId, 'verify_email')
    expect(await findOneTimeToken(database().db, { token, purpose: 'reset', now })).toBeDefined()
    await forgetOneTimeTokens(database().db, userId, 'reset')
    expect(await findOneTimeToken(database().db, { token, purpose: 'reset', now })).toBeUndefined()
  })

  it('is used up when it is first presented, also when another system issued it', async () => {
    const userId = await insertTestUser(database().db)
    const credential = { token: 'from.elsewhere', userId, purpose: 'google', seconds: 60, now } as const
    const shown = await Promise.all([1, 2, 3].map(() => spendForeignToken(database().db, credential)))
    expect(shown.filter(Boolean)).toHaveLength(1)
  })
})
