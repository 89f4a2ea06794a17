import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createChat, getChat, updateChat } from '#contract/endpoints/chats.ts'
import { getChatProfile, updateChatProfile } from '#contract/endpoints/companion.ts'
import { listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { MEMORIES_MAX, MEMORY_MAX } from '#contract/limits.ts'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { describeUser } from '#server/modules/chats/generations/prompt/describe-user.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('a chat profile', (server) => {
  const somebody = () => insertSignedInUser(server().dependencies)
  const read = (token: string) => server().call(getChatProfile, { token })
  const change = (token: string, body: object) => server().call(updateChatProfile, { token, body })
  const texts = ({ memories }: ChatProfile) => memories.map(({ text }) => text)
  const fact = (text: string) => ({ id: randomUUID(), text })

  it('begins with default values, and stores each field that is changed', async () => {
    const { token } = await somebody()
    const first = await read(token)
    expect(first).toMatchObject({
      ...{ preferred_name: '', memory_enabled: true, memories: [], voice: null, enter_sends: true, autoplay: false },
      ...{ unsaved_chats_days: null, updated_at: null },
    })
    await change(token, { preferred_name: '  Robin ', autoplay: true })
    const second = await change(token, { enter_sends: false, voice: 'urn:a-voice', unsaved_chats_days: 90 })
    expect(second).toMatchObject({
      ...{ preferred_name: 'Robin', autoplay: true, enter_sends: false, voice: 'urn:a-voice' },
      unsaved_chats_days: 90,
    })
    expect(await read(token)).toEqual(second)
    const other = await somebody()
    expect((await read(other.token)).preferred_name).toBe('')
  })

  it('has an update time that never decreases, so that devices keep the later of two responses', async () => {
    const { token } = await somebody()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((tone) => change(token, { tone })))
    const times = answers.map(({ updated_at }) => updated_at)
    expect(new Set(times).size).toBe(4)
    const last = [...answers].sort((a, b) => (a.updated_at ?? '').localeCompare(b.updated_at ?? '')).at(-1)
    expect(await read(token)).toEqual(last)
  })

  it('merges facts that two devices add, change and delete at the same time', async () => {
    const { token } = await somebody()
    const [kept, changed, gone, one, two] = ['kept', 'changed', 'gone', 'one', 'two'].map(fact)
    await change(token, { memories_add: [kept, changed, gone] })
    await Promise.all([
      change(token, { memories_add: [one] }),
      change(token, { memories_change: [{ ...changed, text: 'changed here' }] }),
      change(token, { memories_remove: [gone?.id] }),
      change(token, { memories_add: [two] }),
    ])
    expect(texts(await read(token)).sort()).toEqual(['changed here', 'kept', 'one', 'two'])
    // A fact that one device has deleted is not restored by another's change; a repeat changes nothing.
    await change(token, { memories_change: [{ ...gone, text: 'back?' }], memories_remove: [gone?.id] })
    await change(token, { memories_add: [one] })
    expect(texts(await read(token)).sort()).toEqual(['changed here', 'kept', 'one', 'two'])
    // A client that sends whole lists keeps working, and the dates of the remaining facts are kept.
    const before = (await read(token)).memories.find(({ id }) => id === kept?.id)
    const whole = await change(token, { memories: [kept, fact('three')] })
    expect(texts(whole).sort()).toEqual(['kept', 'three'])
    expect(whole.memories.find(({ id }) => id === kept?.id)).toEqual(before)
  })

  it('does not restore a fact that was removed when a late or repeated request adds it', async () => {
    const { token } = await somebody()
    const [removed, left, never, other] = ['removed', 'left', 'never', 'other'].map(fact)
    await change(token, { memories_add: [removed, left] })
    await change(token, { memories_remove: [removed?.id, never?.id] })
    await change(token, { memories: [] })
    expect((await change(token, { memories_add: [removed, left, never, other] })).memories).toMatchObject([other])
    expect((await change(token, { memories: [removed, other] })).memories).toMatchObject([other])
    const someoneElse = await somebody()
    expect(texts(await change(someoneElse.token, { memories_add: [removed] }))).toEqual(['removed'])
  })

  it('rejects a fact that is empty, too long or beyond the maximum number', async () => {
    const { token } = await somebody()
    const refused = async (body: object) => (await server().reply(updateChatProfile, { token, body })).body
    expect(await refused({ memories_add: [fact('   ')] })).toEqual({ memories_add: ['This field is required'] })
    expect(await refused({ memories_add: [fact('\u0000')] })).toEqual({ memories_add: ['This field is required'] })
    const long = await server().reply(updateChatProfile, {
      token,
      body: { memories_add: [fact('x'.repeat(MEMORY_MAX + 1))] },
    })
    expect(long.status).toBe(400)
    await change(token, { memories_add: Array.from({ length: MEMORIES_MAX }, (_, n) => fact(`Fact ${n}`)) })
    const more = { tone: 'dry', memories_add: [fact('one more')] }
    expect(await refused(more)).toEqual({ memories_add: ['No more facts can be remembered. Delete one first'] })
    const after = await read(token)
    expect(after.memories).toHaveLength(MEMORIES_MAX)
    expect(after.tone).toBe('')
  })

  it('gives the model the name, the tone, the text about the user and the facts, and no facts when memory is off', async () => {
    const { id, token } = await somebody()
    const told = () => describeUser(server().dependencies.db, id, 10_000)
    expect(await told()).toBeNull()
    const facts = [fact('Has two cats'), fact('Works\nat night')]
    await change(token, { preferred_name: 'Robin', tone: 'dry', about: 'A\n\nnurse', memories_add: facts.slice(0, 1) })
    await change(token, { memories_add: facts.slice(1) })
    expect(await told()).toMatch(/called: Robin\n.*: dry\n.*: A nurse\n.*remember:\n- Has two cats\n- Works at night$/)
    await change(token, { memory_enabled: false })
    expect(await told()).not.toMatch(/remember|cats/)
    expect(texts(await read(token))).toHaveLength(2)
    await change(token, { preferred_name: '', tone: '', about: '' })
    expect(await told()).toBeNull()
  })

  it('gives the model the newest facts and the beginning of a long text where its context is small', async () => {
    const { id, token } = await somebody()
    const told = (most: number) => describeUser(server().dependencies.db, id, most)
    await change(token, { about: '猫'.repeat(2_000) })
    for (let n = 0; n < 4; n += 1) await change(token, { memories_add: [fact(`${n} ${'犬'.repeat(298)}`)] })
    const [small, enough] = [(await told(4_000)) ?? '', (await told(10_000)) ?? '']
    expect(Buffer.byteLength(small)).toBeLessThan(4_300)
    expect(small).toMatch(/wrote: 猫{666}\n.*remember, only the newest:\n- 2 犬{298}\n- 3 犬{298}$/)
    expect(enough).toMatch(/猫{2000}\n.*remember:\n- 0 犬{298}\n- 1 /)
  })

  it('expires unsaved chats after the chosen days, and a shorter setting expires none within a week', async () => {
    const { id: user, token } = await somebody()
    const make = () => server().call(createChat, { token, body: { id: randomUUID() } })
    const look = (id: string) => server().call(getChat, { token, params: { id } })
    const days = async (id: string) => {
      const { expires_at } = await look(id)
      return expires_at === null ? null : Math.round((Date.parse(expires_at) - server().dependencies.now()) / DAY_MS)
    }
    const [fresh, old, saved] = [await make(), await make(), await make()]
    await server().call(updateChat, { token, params: { id: saved.id }, body: { is_saved: true } })
    const long = new Date(server().dependencies.now() - 20 * DAY_MS).toISOString()
    const { db } = server().dependencies
    await db
      .updateTable('chats')
      .set({ last_message_at: long })
      .where('user_id', '=', user)
      .where('id', '=', old.id)
      .execute()
    expect(await days(fresh.id)).toBeNull()
    await change(token, { unsaved_chats_days: 30 })
    expect(await days(fresh.id)).toBe(30)

    const before = (await look(old.id)).updated_at
    await change(token, { unsaved_chats_days: 7 })
    expect([await days(fresh.id), await days(old.id), await days(saved.id)]).toEqual([7, 7, null])
    expect((await look(old.id)).updated_at > before).toBe(true)
    await change(token, { unsaved_chats_days: 90 })
    expect([await days(fresh.id), await days(old.id), await days(saved.id)]).toEqual([90, 70, null])
    expect(await days((await make()).id)).toBe(90)
    expect((await look(old.id)).expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await change(token, { unsaved_chats_days: null })
    expect([await days(fresh.id), await days(old.id), await days((await make()).id)]).toEqual([null, null, null])
    const unsaved = await server().call(updateChat, { token, params: { id: saved.id }, body: { is_saved: false } })
    expect(unsaved.expires_at).toBeNull()
  })
})

describeServerOnEachEngine(
  'signing up to rate answers',
  (server) => {
    it('stores an address once per account, repeats the same response, and is rate limited', async () => {
      const { db } = server().dependencies
      const [ada, eve] = [
        await insertSignedInUser(server().dependencies),
        await insertSignedInUser(server().dependencies),
      ]
      const email = `${randomUUID()}@example.org`
      const send = (token: string, body: { name: string; email: string }) =>
        server().reply(signUpValidator, { token, body })
      const first = await send(ada.token, { name: ' Ada ', email: email.toUpperCase() })
      expect(first).toMatchObject({ status: 201, body: { message: expect.stringMatching(/^Thank you/) } })
      expect((await send(ada.token, { name: 'Ada again', email })).body).toEqual(first.body)
      expect((await send(eve.token, { name: 'Eve', email })).body).toEqual(first.body)
      const rows = () => db.selectFrom('validators').select(['user_id', 'name', 'email']).orderBy('id').execute()
      // Signing up with another user's address does not replace that user's entry.
      const eves = { user_id: eve.id, name: 'Eve', email }
      expect(await rows()).toEqual([{ user_id: ada.id, name: 'Ada', email }, eves])
      await db.deleteFrom('validators').where('user_id', '=', eve.id).execute()
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const { results } = await server().call(listValidators, { token: admin.token })
      const listed = { name: 'Ada', email, state: 'volunteer', accepted_at: null, ratings: 0 }
      expect(results).toEqual([{ ...listed, id: expect.any(Number), created_at: expect.any(String) }])
      const left = db.selectFrom('audit').select(['action', 'subject_id']).where('actor_id', '=', admin.id)
      expect(await left.execute()).toEqual([{ action: 'validators.viewed', subject_id: null }])
      expect((await send(ada.token, { name: ' ', email: '' })).body).toMatchObject({
        name: ['Name is required'],
        email: expect.arrayContaining(['Email is required']),
      })
      expect((await send(ada.token, { name: 'Ada', email: 'x' })).body).toEqual({ email: ['Invalid email'] })
      const statuses = []
      for (let n = 0; n < 3; n += 1) statuses.push((await send(ada.token, { name: 'Ada', email })).status)
      expect(statuses).toContain(429)
    })
  },
  { env: { RATE_LIMITS: 'on' } },
)
