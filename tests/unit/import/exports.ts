import { deflateRawSync } from 'node:zlib'
import { nothingLeftOut, readExport } from '#features/import/read/read-export.ts'

interface NodeParts {
  role?: string
  parts?: unknown[]
  time?: number | null
  content?: object
  metadata?: object
  recipient?: string
}

/** A node of ChatGPT's `mapping`, with the fields of a real export. */
export function chatGptNode(
  id: string,
  parent: string | null,
  { role, time = 1_709_632_800, ...more }: NodeParts = {},
) {
  const content = more.content ?? { content_type: 'text', parts: more.parts ?? [`Text of ${id}`] }
  const message = {
    ...{ id, author: { role, name: null, metadata: {} }, create_time: time, update_time: null, content },
    ...{
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      recipient: more.recipient ?? 'all',
      channel: null,
    },
    metadata: { timestamp_: 'absolute', ...(role === 'assistant' ? { model_slug: 'gpt-4o' } : {}), ...more.metadata },
  }
  return { id, message: role === undefined ? null : message, parent, children: [] }
}

type GptNode = ReturnType<typeof chatGptNode>

/** A conversation of ChatGPT's `conversations.json`. */
export const chatGptChat = (id: string, nodes: readonly GptNode[], more: object = {}) => ({
  ...{ title: 'Herons', create_time: 1_709_632_800.123, update_time: 1_709_632_900.5 },
  mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  ...{ moderation_results: [], current_node: nodes.at(-1)?.id, plugin_ids: null, conversation_id: id, id },
  ...{
    conversation_template_id: null,
    gizmo_id: null,
    is_archived: false,
    safe_urls: [],
    default_model_slug: 'gpt-4o',
  },
  ...more,
})

/** Two questions with their answers, below the hidden nodes with which real exports begin. */
export const plainChatGpt = (id: string) =>
  chatGptChat(id, [
    chatGptNode('client-created-root', null),
    chatGptNode('sys', 'client-created-root', {
      ...{ role: 'system', parts: [''], time: null, metadata: { is_visually_hidden_from_conversation: true } },
    }),
    chatGptNode('u1', 'sys', { role: 'user', parts: ['What is a heron?'] }),
    chatGptNode('a1', 'u1', { role: 'assistant', parts: ['A wading bird'], time: 1_709_632_810 }),
    chatGptNode('u2', 'a1', { role: 'user', parts: ['Where do they live?'], time: 1_709_632_820 }),
    chatGptNode('a2', 'u2', { role: 'assistant', parts: ['Near water'], time: 1_709_632_830.25 }),
  ])

/** A conversation of Claude's `conversations.json`. */
export const claudeChat = (uuid: string, messages: readonly object[], more: object = {}) => ({
  ...{ uuid, name: 'Herons', summary: '', account: { uuid: '9d0f2a52-94a0-4b4c-9f0e-6f6d4b7c3a10' } },
  ...{ created_at: '2024-03-05T10:00:00.123456Z', updated_at: '2024-03-05T10:05:00.000000Z' },
  chat_messages: messages,
  ...more,
})

export const claudeMessage = (uuid: string, sender: 'human' | 'assistant', text: string, more: object = {}) => ({
  ...{ uuid, text, sender, created_at: '2024-03-05T10:01:00.123456Z', updated_at: '2024-03-05T10:01:00.123456Z' },
  content: [{ start_timestamp: null, stop_timestamp: null, type: 'text', text, citations: [] }],
  ...{ attachments: [], files: [] },
  ...more,
})

/** A ZIP file as programs write it: local headers, directory, end. `flags` 1 says that the entries are encrypted. */
export function makeZip(files: Record<string, string>, { flags = 0, stored = false } = {}): Blob {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = stored ? Buffer.from(text) : deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(Buffer.byteLength(text), 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Blob([Uint8Array.from(Buffer.concat([...locals, list, end]))])
}

/** The chats of a file, what is left out of it, and the bytes that were read. */
export async function read(file: Blob, chatMax?: number) {
  const leftOut = { ...nothingLeftOut }
  const chats = []
  let done = 0
  const onProgress = (bytes: number) => {
    done = bytes
  }
  const options = { leftOut, onProgress, ...(chatMax === undefined ? {} : { chatMax }) }
  for await (const { chat } of readExport(file, options)) chats.push(chat)
  return { chats, leftOut, done }
}

export const json = (value: unknown) => new Blob([JSON.stringify(value)])
