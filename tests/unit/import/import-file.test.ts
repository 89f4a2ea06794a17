import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { importChats } from '#contract/endpoints/import.ts'
import { IMPORT_MESSAGE_MAX } from '#contract/limits.ts'
import { ImportError } from '#features/import/read/import-error.ts'
import { nothingLeftOut, readExport } from '#features/import/read/read-export.ts'
import { toPortions } from '#features/import/read/to-portions.ts'
import { hostileStrings } from '#support/fixtures/hostile-strings.ts'
import { chatGptChat, chatGptNode, claudeChat, json, makeZip, plainChatGpt, read } from './exports.ts'

const problemOf = async (file: Blob, chatMax?: number) => {
  const error: unknown = await read(file, chatMax).catch((thrown: unknown) => thrown)
  return error instanceof ImportError ? error.problem : error
}

describe('the file of an import', () => {
  const two = JSON.stringify([plainChatGpt('c1'), plainChatGpt('c2')])

  it.each([false, true])('may be a ZIP file, of which only the chats are read (uncompressed: %s)', async (stored) => {
    const files = {
      'user.json': '{"broken',
      'conversations-000.json': two,
      'x/conversations-001.json': JSON.stringify([plainChatGpt('c3')]),
    }
    const zip = makeZip(files, { stored })
    const { chats, done } = await read(zip)
    expect(chats).toHaveLength(3)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(zip.size)
  })

  it('reports its progress up to its size, and has each chat once', async () => {
    const file = new Blob([`[${two.slice(1, -1)},${two.slice(1, -1)}]`])
    const { chats, done } = await read(file)
    expect([chats.length, done]).toEqual([2, file.size])
  })

  it.each([
    ['a picture', 'unknown_file', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])])],
    ['nothing', 'unknown_file', new Blob([])],
    ['other JSON', 'unknown_file', json({ name: 'x', list: [1] })],
    ['a list of other things', 'unknown_file', json([1, { title: 'x' }])],
    ['an export without chats', 'no_chats', json([])],
    ['an account without chats', 'no_chats', json({ format: 'companion-export', chats: [] })],
    ['chats without messages', 'no_chats', json([claudeChat('a', []), chatGptChat('b', [])])],
    ['a file that was cut', 'broken_json', new Blob([two.slice(0, -9)])],
    ['a chat that is damaged', 'broken_json', new Blob(['[{"mapping": {"a": nul}}]'])],
    ['an encrypted ZIP file', 'encrypted_zip', makeZip({ 'conversations.json': two }, { flags: 1 })],
    ['a ZIP file of something else', 'zip_without_chats', makeZip({ 'photo.json': two })],
    ['a ZIP file that was cut', 'broken_zip', makeZip({ 'conversations.json': two }).slice(0, 300)],
    ['half a ZIP file of nothing', 'broken_zip', new Blob(['PK\x03\x04'])],
  ])('is refused with its reason when it is %s', async (_, problem, file) => {
    expect(await problemOf(file)).toBe(problem)
  })

  it('is refused when it is damaged inside of a ZIP file', async () => {
    const bytes = new Uint8Array(await makeZip({ 'conversations.json': two }).arrayBuffer())
    bytes.fill(0xff, 60, 160)
    expect(await problemOf(new Blob([bytes]))).toBe('broken_zip')
  })

  it('skips only chats that are too large for the memory or in an unknown form', async () => {
    const large = chatGptChat('large', [chatGptNode('u', null, { role: 'user', parts: ['x'.repeat(30_000)] })])
    const { chats, leftOut } = await read(json([large, plainChatGpt('c1'), { uuid: 7 }]), 20_000)
    expect(chats).toHaveLength(1)
    expect(leftOut).toEqual({ ...nothingLeftOut, large: 1, unreadable: 1 })
  })

  it.each([
    ['all messages together', ['one', 'two', 'three'].map((text) => text.padEnd(9_000, 'x'))],
    ['one message', ['one', 'x'.repeat(30_000)]],
    ['the bytes of its characters', ['one', '漢'.repeat(5_000), '漢'.repeat(5_000)]],
  ])('is refused as too large, not as unknown, when it is one chat of too many bytes by %s', async (_, texts) => {
    const messages = texts.map((content) => ({ id: crypto.randomUUID(), role: 'user', content }))
    const chat = { format: 'companion-chat', chat: { id: crypto.randomUUID(), title: 'Herons' }, messages }
    expect((await read(json(chat), 100_000)).chats).toHaveLength(1)
    expect(await problemOf(json(chat), 20_000)).toBe('too_large')
  })

  it('is refused as too large when its only chat is', async () => {
    expect(await problemOf(json([plainChatGpt('c1')]), 20)).toBe('too_large')
  })
})

describe('the portions of an import', () => {
  async function portionsOf(value: unknown) {
    const portions = []
    const options = { leftOut: { ...nothingLeftOut }, onProgress: () => undefined }
    for await (const portion of toPortions(readExport(json(value), options))) portions.push(portion)
    return portions
  }

  it('are accepted by the contract and smaller than its limit, also with hostile and very long texts', async () => {
    const texts = [
      ...hostileStrings,
      'x'.repeat(IMPORT_MESSAGE_MAX + 1),
      '\u0001'.repeat(IMPORT_MESSAGE_MAX + 5),
      '漢'.repeat(99_999),
    ]
    const chats = texts.map((text, n) =>
      chatGptChat(
        `c${n}`,
        [chatGptNode('u', null, { role: 'user', parts: [text, 'x'], metadata: { model_slug: text } })],
        { title: text },
      ),
    )
    const portions = await portionsOf(chats)
    expect(portions.length).toBeGreaterThan(2)
    for (const portion of portions) {
      expect(v.safeParse(importChats.body, portion).issues).toBeUndefined()
      expect(new TextEncoder().encode(JSON.stringify(portion)).length).toBeLessThan(importChats.bodyMax ?? 0)
    }
  })

  it('divide a long chat in order, and put short chats together', async () => {
    const nodes = Array.from({ length: 450 }, (_, n) =>
      chatGptNode(`n${n}`, n === 0 ? null : `n${n - 1}`, { role: n % 2 === 0 ? 'user' : 'assistant', time: n + 1 }),
    )
    const shorts = Array.from({ length: 45 }, (_, n) => plainChatGpt(`s${n}`))
    const portions = await portionsOf([chatGptChat('long', nodes), ...shorts])
    const long = portions.flatMap(({ chats }) => chats.filter(({ messages }) => messages.length > 4))
    expect(long.map(({ messages }) => messages.length)).toEqual([100, 100, 100, 100, 50])
    const times = long.flatMap(({ messages }) => messages.map(({ created_at }) => created_at))
    expect(times).toEqual(times.toSorted())
    expect(portions.length).toBeLessThan(10)
    expect(portions.flatMap(({ chats }) => chats)).toHaveLength(50)
  })
})
