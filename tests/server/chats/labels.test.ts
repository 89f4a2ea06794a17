import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createChat, getChat, listChats, updateChat } from '#contract/endpoints/chats.ts'
import * as calls from '#contract/endpoints/companion.ts'
import { CHAT_TAGS_MAX, LABELS_MAX } from '#contract/limits.ts'
import type { Chat } from '#contract/objects/chat.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const kinds = [
  {
    kind: 'folder',
    table: 'folders',
    list: calls.listFolders,
    create: calls.createFolder,
    update: calls.updateFolder,
    remove: calls.deleteFolder,
    on: (id: string) => ({ folder: id }),
    off: { folder: null },
    isOn: (chat: Chat, id: string) => chat.folder === id,
  },
  {
    kind: 'tag',
    table: 'tags',
    list: calls.listTags,
    create: calls.createTag,
    update: calls.updateTag,
    remove: calls.deleteTag,
    on: (id: string) => ({ tags: [id] }),
    off: { tags: [] },
    isOn: (chat: Chat, id: string) => chat.tags.includes(id),
  },
] as const

describeServerOnEachEngine('folders and tags', (server) => {
  const somebody = async () => (await server().registerSubscriber()).access
  const makeChat = (token: string, more = {}) =>
    server().call(createChat, { token, body: { id: randomUUID(), ...more } })

  it('keep tags that two devices add and remove at the same moment', async () => {
    const token = await somebody()
    const makeTag = async (name: string) =>
      (await server().call(calls.createTag, { token, body: { id: randomUUID(), name } })).id
    const [kept, gone, ...added] = await Promise.all(['kept', 'gone', 'a', 'b', 'c', 'd'].map(makeTag))
    const chat = await makeChat(token, { tags: [kept, gone] })
    const change = (body: object) => server().reply(updateChat, { token, params: { id: chat.id }, body })
    const together = [...added.map((tag) => ({ tags_add: [tag] })), { tags_remove: [gone] }, { tags_add: [kept] }]
    for (const { status } of await Promise.all(together.map(change))) expect(status).toBe(200)
    const tags = async () => (await server().call(getChat, { token, params: chat })).tags.toSorted()
    expect(await tags()).toEqual([kept, ...added].sort())
    // A repeated tag, an unknown one to remove, and one in both lists change nothing.
    const [first] = added
    expect((await change({ tags_add: [first, gone], tags_remove: [randomUUID(), gone] })).status).toBe(200)
    expect(await tags()).toEqual([kept, ...added].sort())
    // A client that sends whole lists only keeps working.
    expect((await change({ tags: [first] })).status).toBe(200)
    expect(await tags()).toEqual([first])
  })

  it('reject an unknown tag, and more tags than a chat can have', async () => {
    const { access: token, user } = await server().registerSubscriber()
    const chat = await makeChat(token)
    const change = (body: object) => server().reply(updateChat, { token, params: { id: chat.id }, body })
    const unknown = await change({ tags_add: [randomUUID()], title: 'Not alone' })
    expect(unknown).toMatchObject({ status: 400, body: { tags: ['Invalid value'] } })
    const time = new Date().toISOString()
    const rows = Array.from({ length: CHAT_TAGS_MAX + 1 }, () => ({ id: randomUUID(), user_id: user.id, name: 'x' }))
    const more = { color: null, request_hash: '', created_at: time, updated_at: time }
    const { db } = server().dependencies
    await db
      .insertInto('tags')
      .values(rows.map((row) => ({ ...row, ...more })))
      .execute()
    const [last, ...others] = rows.map(({ id }) => id)
    expect((await change({ tags_add: others })).status).toBe(200)
    expect(await change({ tags_add: [last] })).toMatchObject({ status: 400, body: { tags: ['This is too long'] } })
    expect((await change({ tags_add: [last], tags_remove: others.slice(0, 1) })).status).toBe(200)
    expect(await server().call(getChat, { token, params: chat })).toMatchObject({ title: chat.title })
  })

  for (const { kind, table, list, create, update, remove, on, off, isOn } of kinds) {
    const make = (token: string, name: string, id: string = randomUUID()) =>
      server().call(create, { token, body: { id, name } })
    const names = async (token: string) => (await server().call(list, { token })).results.map((label) => label.name)

    it(`create a ${kind} once for repeated requests with the same id`, async () => {
      const token = await somebody()
      const body = { id: randomUUID(), name: ' Work ', color: '#AA00ff' }
      const replies = await Promise.all(Array.from({ length: 20 }, () => server().reply(create, { token, body })))
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(19)
      for (const reply of replies) expect(reply.body).toMatchObject({ id: body.id, name: 'Work', color: '#aa00ff' })
      await server().call(update, { token, params: { id: body.id }, body: { name: 'Home' } })
      const late = await server().reply(create, { token, body })
      expect(late).toMatchObject({ status: 200, body: { name: 'Home', color: '#aa00ff' } })
      expect(await names(token)).toEqual(['Home'])
    })

    it(`reject a used id for another ${kind}`, async () => {
      const token = await somebody()
      const { id } = await make(token, 'One')
      const reply = await server().reply(create, { token, body: { id, name: 'Two' } })
      expect(reply).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
      const coloured = await server().reply(create, { token, body: { id, name: 'One', color: '#000000' } })
      expect(coloured.status).toBe(409)
      expect(await names(token)).toEqual(['One'])
    })

    it(`merge the changes of two devices to a ${kind} field by field, and the last writer wins`, async () => {
      const token = await somebody()
      const { id, updated_at: made } = await make(token, 'Before')
      const change = (body: object) => server().call(update, { token, params: { id }, body })
      server().advance(1000)
      await change({ color: '#112233' })
      await change({ name: 'First' })
      const last = await change({ name: 'Last' })
      expect(last).toMatchObject({ name: 'Last', color: '#112233' })
      expect(last.updated_at > made).toBe(true)
      expect(await change({ color: null })).toMatchObject({ name: 'Last', color: null })
    })

    it(`list each ${kind} by name`, async () => {
      const token = await somebody()
      for (const name of ['Music', 'Bread', 'Music', 'Art']) await make(token, name)
      expect(await names(token)).toEqual(['Art', 'Bread', 'Music', 'Music'])
    })

    it(`remove a deleted ${kind} from its chats, and report it to other devices`, async () => {
      const token = await somebody()
      const [gone, kept] = [await make(token, 'Gone'), await make(token, 'Kept')]
      const chats = [await makeChat(token, on(gone.id)), await makeChat(token), await makeChat(token, on(kept.id))]
      await server().call(updateChat, { token, params: { id: chats[1]?.id ?? '' }, body: on(gone.id) })
      server().advance(60_000)
      const { synced_at } = await server().call(listChats, { token })
      server().advance(60_000)
      const deletion = () => server().reply(remove, { token, params: { id: gone.id } })
      expect((await deletion()).status).toBe(204)
      expect((await deletion()).status).toBe(204)
      const delta = await server().call(listChats, { token, query: { updated_after: synced_at } })
      const changed = chats.slice(0, 2).map((chat) => chat.id)
      expect(delta.results.map((chat) => chat.id).sort()).toEqual(changed.sort())
      expect(delta.deleted).toEqual([])
      for (const chat of delta.results) expect(chat).toMatchObject(off)
      const untouched = await server().call(getChat, { token, params: { id: chats[2]?.id ?? '' } })
      expect(isOn(untouched, kept.id)).toBe(true)
      expect(await names(token)).toEqual(['Kept'])
    })

    it(`do not restore a deleted ${kind}`, async () => {
      const token = await somebody()
      const { id } = await make(token, 'Gone')
      await server().call(remove, { token, params: { id } })
      const again = await server().reply(create, { token, body: { id, name: 'Gone' } })
      expect(again).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
      const renamed = await server().reply(update, { token, params: { id }, body: { name: 'Back' } })
      expect(renamed).toMatchObject({ status: 404, body: { code: 'not_found' } })
      const chat = await makeChat(token)
      const moved = await server().reply(updateChat, { token, params: { id: chat.id }, body: on(id) })
      expect(moved).toMatchObject({ status: 400, body: { [Object.keys(on(id))[0] ?? '']: ['Invalid value'] } })
      expect(await names(token)).toEqual([])
    })

    it(`do not find another user’s ${kind}, whose id stays usable`, async () => {
      const [owner, stranger] = [await somebody(), await somebody()]
      const { id } = await make(owner, 'Mine')
      const chat = await makeChat(owner, on(id))
      const token = stranger
      const replies = [
        await server().reply(update, { token, params: { id }, body: { name: 'Yours' } }),
        await server().reply(remove, { token, params: { id } }),
        await server().reply(remove, { token, params: { id: randomUUID() } }),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404])
      expect(await names(token)).toEqual([])
      expect((await server().reply(create, { token, body: { id, name: 'Same id' } })).status).toBe(201)
      await server().call(remove, { token, params: { id } })
      expect(await names(owner)).toEqual(['Mine'])
      expect(isOn(await server().call(getChat, { token: owner, params: { id: chat.id } }), id)).toBe(true)
    })

    it(`require a valid name and a valid colour for a ${kind}`, async () => {
      const token = await somebody()
      const tell = async (body: object) =>
        (await server().reply(create, { token, body: { id: randomUUID(), name: 'x', ...body } })).body
      expect(await tell({ name: '  ' })).toEqual({ name: ['Name is required'] })
      expect(await tell({ name: '\u0007' })).toEqual({ name: ['Name is required'] })
      expect(await tell({ name: 'x'.repeat(61) })).toEqual({ name: ['This is too long'] })
      expect(await tell({ color: 'red' })).toEqual({ color: ['Invalid value'] })
      const { id } = await make(token, 'a\u0007b\ud800')
      expect(await names(token)).toEqual(['ab\ufffd'])
      const emptied = await server().reply(update, { token, params: { id }, body: { name: '\u0007' } })
      expect(emptied).toMatchObject({ status: 400, body: { name: ['Name is required'] } })
    })

    it(`have a maximum number of ${table} per user`, async () => {
      const { access: token, user } = await server().registerSubscriber()
      const time = new Date().toISOString()
      const filler = { user_id: user.id, name: 'One of many', color: null, request_hash: '' }
      const rows = Array.from({ length: LABELS_MAX }, () => ({ ...filler, id: randomUUID() }))
      const { db } = server().dependencies
      await db
        .insertInto(table)
        .values(rows.map((row) => ({ ...row, created_at: time, updated_at: time })))
        .execute()
      const body = { id: randomUUID(), name: 'One too many' }
      const reply = await server().reply(create, { token, body })
      expect(reply).toMatchObject({
        status: 400,
        body: { name: ['You have as many as there can be. Delete one first'] },
      })
      await server().call(remove, { token, params: { id: rows[0]?.id ?? '' } })
      expect((await server().reply(create, { token, body })).status).toBe(201)
    })

    it(`never leave a deleted ${kind} in a chat that was changed at the same moment`, async () => {
      const token = await somebody()
      const chats = await Promise.all(Array.from({ length: 4 }, () => makeChat(token)))
      for (let round = 0; round < 5; round++) {
        const { id } = await make(token, `Round ${round}`)
        const [first = { id: '' }] = chats
        await server().call(updateChat, { token, params: { id: first.id }, body: on(id) })
        const together = await Promise.all([
          ...chats.map((chat) => server().reply(updateChat, { token, params: { id: chat.id }, body: on(id) })),
          server().reply(remove, { token, params: { id } }),
          ...chats.map((chat) => server().reply(updateChat, { token, params: { id: chat.id }, body: on(id) })),
        ])
        for (const reply of together) expect([200, 204, 400], reply.text).toContain(reply.status)
        for (const chat of chats) expect(isOn(await server().call(getChat, { token, params: chat }), id)).toBe(false)
      }
    })
  }
})
