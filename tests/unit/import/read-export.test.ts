import { describe, expect, it } from 'vitest'
import { nothingLeftOut } from '#features/import/read/read-export.ts'
import { chatGptChat, chatGptNode, claudeChat, claudeMessage, json, plainChatGpt, read } from './exports.ts'

/** Each message of a list with one chat as its text, below what it follows. */
const outline = (chat: unknown) => outlineOf([chat])

async function outlineOf(file: unknown) {
  const { chats, leftOut } = await read(json(file))
  const [chat] = chats
  const texts = new Map(chat?.messages.map(({ id, content }) => [id, content]))
  const lines = chat?.messages.map(({ role, content, parent, reply_to }) =>
    role === 'user' ? `${texts.get(parent ?? '') ?? ''} > ${content}` : `${texts.get(reply_to ?? '')} = ${content}`,
  )
  return {
    lines,
    path: texts.get(chat?.path ?? ''),
    versions: chat?.versions?.map((id) => texts.get(id)),
    chat,
    leftOut,
  }
}

describe('an export of ChatGPT', () => {
  it('gives its chats with times, models and roles, without hidden messages', async () => {
    const { lines, path, chat } = await outline(plainChatGpt('c1'))
    expect(lines).toEqual([
      ' > What is a heron?',
      'What is a heron? = A wading bird',
      'What is a heron? > Where do they live?',
      'Where do they live? = Near water',
    ])
    expect(path).toBe('Where do they live?')
    expect(chat).toMatchObject({ title: 'Herons', created_at: '2024-03-05T10:00:00.123Z', versions: [] })
    expect(chat?.messages[3]).toMatchObject({ created_at: '2024-03-05T10:00:30.250Z', model: 'gpt-4o' })
  })

  it('gives the same ids every time, and others in another chat', async () => {
    const idsOf = async (id: string) =>
      (await read(json([plainChatGpt(id)]))).chats.flatMap((c) => [c.id, ...c.messages.map((m) => m.id)])
    expect(await idsOf('c1')).toEqual(await idsOf('c1'))
    expect(new Set([...(await idsOf('c1')), ...(await idsOf('c2'))]).size).toBe(10)
    expect((await idsOf('c1'))[0]).toBe('9b9189ef-b4d5-5291-b167-c8aa98001b8a')
  })

  it('has all branches: edited questions, versions of answers, and the shown ones chosen', async () => {
    const { lines, path, versions } = await outline(
      chatGptChat(
        'c1',
        [
          chatGptNode('root', null),
          chatGptNode('u1', 'root', { role: 'user' }),
          chatGptNode('a1', 'u1', { role: 'assistant', time: 1_709_632_810 }),
          chatGptNode('a1b', 'u1', { role: 'assistant', time: 1_709_632_820 }),
          chatGptNode('u2', 'a1', { role: 'user', time: 1_709_632_830 }),
          chatGptNode('a2', 'u2', { role: 'assistant', time: 1_709_632_840 }),
          chatGptNode('u2b', 'a1', { role: 'user', time: 1_709_632_850 }),
          chatGptNode('a2b', 'u2b', { role: 'assistant', time: 1_709_632_860 }),
        ],
        { current_node: 'a2' },
      ),
    )
    expect(lines).toEqual([
      ' > Text of u1',
      'Text of u1 = Text of a1',
      'Text of u1 = Text of a1b',
      'Text of u1 > Text of u2',
      'Text of u2 = Text of a2',
      'Text of u1 > Text of u2b',
      'Text of u2b = Text of a2b',
    ])
    expect([path, versions]).toEqual(['Text of u2', ['Text of a1']])
  })

  it('joins what an answer says between calls of tools, and leaves the calls out', async () => {
    const { lines, leftOut } = await outline(
      chatGptChat('c1', [
        chatGptNode('u1', null, {
          ...{ role: 'user', content: { content_type: 'multimodal_text', parts: [picture, 'What is this?'] } },
          metadata: { attachments: [{ id: 'file-1', name: 'bird\n.png', size: 1 }] },
        }),
        chatGptNode('t', 'u1', {
          role: 'assistant',
          content: { content_type: 'thoughts', thoughts: [{ content: 'x' }] },
        }),
        chatGptNode('a1', 't', { role: 'assistant', parts: ['I look it up. \uE200cite\uE202turn0search0\uE201'] }),
        chatGptNode('call', 'a1', {
          ...{
            role: 'assistant',
            recipient: 'web',
            content: { content_type: 'code', language: 'unknown', text: '{}' },
          },
        }),
        chatGptNode('tool', 'call', { role: 'tool', parts: ['a page'] }),
        chatGptNode('painted', 'tool', {
          role: 'assistant',
          content: { content_type: 'multimodal_text', parts: [picture] },
        }),
        chatGptNode('a2', 'painted', { role: 'assistant', parts: ['A heron.'] }),
        chatGptNode('voice', 'a2', {
          ...{ role: 'user', content: { content_type: 'multimodal_text', parts: [{ ...spoken, text: 'Spoken' }] } },
        }),
      ]),
    )
    expect(lines).toEqual([
      ' > What is this?\n\n📎 bird .png',
      'What is this?\n\n📎 bird .png = I look it up.\n\nA heron.\n\n📎 image',
      'What is this?\n\n📎 bird .png > Spoken',
    ])
    expect(leftOut).toEqual({ ...nothingLeftOut, files: 2 })
  })

  it('is read although it is damaged in places: circles, missing parents, strange fields', async () => {
    const { lines } = await outline(
      chatGptChat(
        'c1',
        [
          chatGptNode('loop1', 'loop2', { role: 'user' }),
          chatGptNode('loop2', 'loop1', { role: 'user' }),
          chatGptNode('lost', 'nowhere', { role: 'user', time: -5 }),
          { ...chatGptNode('__proto__', 'lost', { role: 'user' }), message: null },
          chatGptNode('later', 'lost', { role: 'user', time: 1e300 }),
          {
            id: 'strange',
            message: { author: 7, content: 'x', create_time: {} },
            parent: 'lost',
            children: 3,
          } as never,
        ],
        { title: null, create_time: 'yesterday', current_node: 'loop1' },
      ),
    )
    expect(lines).toEqual([' > Text of lost', 'Text of lost > Text of later'])
  })

  it('is read with ten thousand messages in a row', async () => {
    const nodes = Array.from({ length: 10_000 }, (_, n) =>
      chatGptNode(`n${n}`, n === 0 ? null : `n${n - 1}`, { role: n % 2 === 0 ? 'user' : 'assistant', time: n + 1 }),
    )
    const { chats } = await read(json([chatGptChat('c1', nodes)]))
    expect(chats[0]?.messages).toHaveLength(10_000)
  })
})

describe('an export of Claude', () => {
  it('gives its chats with pasted texts and names of files, without thoughts and results of tools', async () => {
    const { lines, chat, leftOut } = await outline(
      claudeChat('2c5f', [
        claudeMessage('m1', 'human', 'Read this', {
          attachments: [{ file_name: 'a.txt', file_size: 5, file_type: 'txt', extracted_content: 'Pasted' }],
          files: [{ file_name: 'bird.png' }],
        }),
        claudeMessage('m2', 'assistant', 'old', {
          content: [
            { type: 'thinking', thinking: 'Hm' },
            { type: 'text', text: 'I search.' },
            { type: 'tool_use', name: 'web_search', input: {} },
            { type: 'tool_result', content: [{ type: 'text', text: 'a page' }] },
            { type: 'text', text: 'Here it is.' },
          ],
        }),
        claudeMessage('m3', 'human', 'Thanks', { content: undefined, created_at: '2024-03-05T11:00:00+01:00' }),
      ]),
    )
    const asked = 'Read this\n\nPasted\n\n📎 a.txt\n📎 bird.png'
    expect(lines).toEqual([` > ${asked}`, `${asked} = I search.\n\nHere it is.`, `${asked} > Thanks`])
    expect(chat).toMatchObject({ title: 'Herons', created_at: '2024-03-05T10:00:00.123Z' })
    expect(leftOut).toEqual({ ...nothingLeftOut, files: 2 })
  })

  it('has branches where the messages name what is above them', async () => {
    const root = '00000000-0000-4000-8000-000000000000'
    const { lines, path } = await outline(
      claudeChat(
        '2c5f',
        [
          claudeMessage('m1', 'human', 'First', { parent_message_uuid: root }),
          claudeMessage('m2', 'human', 'Edited', { parent_message_uuid: root }),
          claudeMessage('m3', 'assistant', 'To the first', { parent_message_uuid: 'm1' }),
        ],
        { current_leaf_message_uuid: 'm3' },
      ),
    )
    expect(lines).toEqual([' > First', ' > Edited', 'First = To the first'])
    expect(path).toBe('First')
  })
})

const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1', width: 1, height: 1 }
const spoken = { content_type: 'audio_transcription', direction: 'in', decoding_id: null }

const uuid = (n: number) => `01a1fdd1-8811-7634-903a-d4775280000${n}`
const named = (n: number, name: string) => ({ id: uuid(n), name })
const ownMessage = (n: number, role: 'user' | 'assistant', more: object = {}) => ({
  ...{
    id: uuid(n),
    role,
    content: `Text ${n}`,
    status: 'complete',
    created_at: `2026-01-01T10:0${n}:00.000Z`,
    ...more,
  },
})

describe('an export of this product', () => {
  it('has the chats of an account under their ids, with branches, pins and the chosen path', async () => {
    const messages = [
      ownMessage(1, 'user', { parent: null, reply_to: null }),
      ownMessage(2, 'assistant', { parent: null, reply_to: uuid(1) }),
      ownMessage(3, 'user', { parent: uuid(1), status: 'deleted', content: '' }),
      ownMessage(4, 'user', { parent: uuid(3) }),
      ownMessage(5, 'user', { parent: null }),
    ]
    const chat = { ...{ id: uuid(9), title: 'Own', created_at: '2026-01-01T10:00:00.000Z', is_pinned: true }, messages }
    const file = {
      ...{ format: 'companion-export', version: 1, user: { id: 7 }, folders: [{ id: 1 }] },
      chats: [
        { ...chat, path: uuid(4), versions: [uuid(2), uuid(3)] },
        { ...chat, id: uuid(8), deleted_at: '2026-01-01T10:00:00.000Z' },
      ],
      deleted: [],
    }
    const { chats, leftOut } = await read(json(file))
    expect(chats).toMatchObject([{ id: uuid(9), is_pinned: true, path: uuid(4), versions: [uuid(2)] }])
    expect(chats[0]?.messages.map(({ id, parent, reply_to }) => [id, parent, reply_to])).toEqual([
      [uuid(1), null, undefined],
      [uuid(2), undefined, uuid(1)],
      [uuid(4), uuid(1), undefined],
      [uuid(5), null, undefined],
    ])
    expect(leftOut).toEqual({ ...nothingLeftOut, deleted: 1 })
  })

  it('has of one chat what the server has of it', async () => {
    const messages = [ownMessage(1, 'user'), ownMessage(2, 'assistant'), ownMessage(3, 'user'), ownMessage(4, 'user')]
    const file = {
      ...{ format: 'companion-chat', version: 1, exported_at: '2026-01-01T10:00:00.000Z' },
      chat: { id: uuid(9), title: 'Own', created_at: '2026-01-01T10:00:00.000Z', complete: true },
      messages: messages.map((message, n) => ({ ...message, sent: n < 3 })),
    }
    const { chats } = await read(json(file))
    expect(chats[0]?.messages.map(({ id, parent, reply_to }) => [id, reply_to ?? parent])).toEqual([
      [uuid(1), null],
      [uuid(2), uuid(1)],
      [uuid(3), uuid(1)],
    ])
  })

  it('names the files of messages, and keeps the questions that are nothing but files', async () => {
    const messages = [
      ownMessage(1, 'user', { parent: null, content: '' }),
      ownMessage(2, 'assistant', { reply_to: uuid(1) }),
      ownMessage(3, 'user', { parent: uuid(1) }),
      ownMessage(4, 'user', { parent: uuid(3), content: '', status: 'deleted' }),
    ]
    const expected = [' > 📎 bird .png\n📎 a.txt', '📎 bird .png\n📎 a.txt = Text 2', '📎 bird .png\n📎 a.txt > Text 3']
    const chat = { id: uuid(9), title: 'Own', created_at: '2026-01-01T10:00:00.000Z' }
    const files = { files: [named(5, 'bird\n.png'), named(6, 'a.txt')] }
    const message_files = [5, 6].map((n) => ({ message_id: uuid(1), position: n - 5, file_id: uuid(n) }))
    const chats = [{ ...chat, messages }]
    const ofAccount = await outlineOf({ format: 'companion-export', version: 1, ...files, message_files, chats })
    expect(ofAccount).toMatchObject({ lines: expected, leftOut: { ...nothingLeftOut, files: 2 } })
    const listed = messages.map((message, n) => ({ ...message, files: n === 0 ? ['bird\n.png', 'a.txt'] : [] }))
    const ofChat = await outlineOf({ format: 'companion-chat', version: 1, chat, messages: listed })
    expect([ofChat.lines, ofChat.leftOut]).toEqual([expected, ofAccount.leftOut])
    // An older export has the names of files after the chats.
    const older = await outlineOf({ format: 'companion-export', version: 1, chats, ...files, message_files })
    expect(older).toMatchObject({
      lines: [' > 📎 file', '📎 file = Text 2', '📎 file > Text 3'],
      leftOut: { ...nothingLeftOut, files: 1 },
    })
  })
})
