// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { MEMORIES_MAX, MEMORY_MAX } from '#contract/limits.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)

/** A tab of user 7 and the facts that it remembers. */
async function signedIn() {
  const tab = await openTab()
  const { changeChatProfile, rememberFact } = await import('#data/use-chat-profile.ts')
  const { queryProfile } = await import('#offline/chats/chat-profile.ts')
  await tab.signIn(makeAuthenticated(7))
  const facts = async () => (await queryProfile(tab.database(), 7)).memories.map(({ text }) => text)
  return { tab, changeChatProfile, rememberFact, facts }
}

describe('a fact that a user wants to be remembered', () => {
  it('is stored once, regardless of case, accents, spaces and full stops', async () => {
    const { rememberFact, facts } = await signedIn()
    expect(await rememberFact('  Vive en  León. ')).toBe('remembered')
    expect(await rememberFact('vive en LEON')).toBe('known')
    expect(await rememberFact('Vive en León, España')).toBe('remembered')
    expect(await facts()).toEqual(['Vive en León.', 'Vive en León, España'])
  })

  it('is stored once when it is stored twice at the same time', async () => {
    const { rememberFact, facts } = await signedIn()
    const twice = await Promise.all([rememberFact('Has two cats'), rememberFact('Has two cats')])
    expect(twice).toEqual(['remembered', 'known'])
    expect(await facts()).toEqual(['Has two cats'])
  })

  it.each([
    ['My blood type is A+', 'My blood type is A-'],
    ['I prefer C++', 'I prefer C#'],
    ['🐈', '🐕'],
  ])('is stored beside one that differs only in its signs: %s and %s', async (one, other) => {
    const { rememberFact, facts } = await signedIn()
    expect(await rememberFact(one)).toBe('remembered')
    expect(await rememberFact(`“${one}”…`)).toBe('known')
    expect(await rememberFact(other)).toBe('remembered')
    expect(await facts()).toEqual([one, other])
  })

  it('may be as long as the limit and no longer', async () => {
    const { rememberFact, facts } = await signedIn()
    expect(await rememberFact('x'.repeat(MEMORY_MAX + 1))).toBe('too_long')
    expect(await rememberFact('x'.repeat(MEMORY_MAX))).toBe('remembered')
    expect(await facts()).toHaveLength(1)
  })

  it('is one of at most a hundred, and a known one does not count', async () => {
    const { changeChatProfile, rememberFact, facts } = await signedIn()
    const memories_add = Array.from({ length: MEMORIES_MAX - 1 }, (_, n) => ({ id: newId(), text: `Fact ${n}` }))
    await changeChatProfile({ memories_add })
    expect(await rememberFact('The last one')).toBe('remembered')
    expect(await rememberFact('One more')).toBe('full')
    expect(await rememberFact('Fact 5')).toBe('known')
    expect(await facts()).toHaveLength(MEMORIES_MAX)
  })

  it('is not stored when it is empty, when the memory is off or when nobody is signed in', async () => {
    const { tab, changeChatProfile, rememberFact, facts } = await signedIn()
    expect(await rememberFact('  ')).toBe('off')
    await changeChatProfile({ memory_enabled: false })
    expect(await rememberFact('Has two cats')).toBe('off')
    expect(await facts()).toEqual([])
    await tab.signOut()
    await changeChatProfile({ memory_enabled: true })
    expect(await rememberFact('Has two cats')).toBe('off')
    expect(await facts()).toEqual([])
  })
})
