import * as v from 'valibot'
import type { ImportSource } from '#contract/objects/chat.ts'
import { readChatGpt } from './chatgpt.ts'
import { readClaude } from './claude.ts'
import { readCompanion } from './companion.ts'
import { ImportError } from './import-error.ts'
import type { ReadChat } from './message-tree.ts'
import { JsonSplitter, parse } from './split-json.ts'
import { counter, isZip, listZip, openEntry } from './zip.ts'

/** What is left out of a file, and why. */
export interface LeftOut {
  /** Chats without a question. */
  empty: number
  /** Chats in a form that is unknown. */
  unreadable: number
  /** Chats of more than CHAT_MAX bytes. */
  large: number
  /** Chats that lay in Recently deleted when they were exported. */
  deleted: number
  /** Attached files of imported chats. */
  files: number
  /** Messages of imported chats that were shortened. */
  cut: number
  /** Answers of imported chats that stand before the first question. */
  unpaired: number
}

export const nothingLeftOut: LeftOut = { empty: 0, unreadable: 0, large: 0, deleted: 0, files: 0, cut: 0, unpaired: 0 }

/** The longest chats of real exports have a few megabytes; this much fits into the memory of a phone. */
const CHAT_MAX = 64 * 1024 * 1024

interface ReadOptions {
  onProgress: (bytes: number, total: number) => void
  /** Counts are added to it. */
  leftOut: LeftOut
  chatMax?: number
}

/**
 * Reads the chats of an export one after the other: ChatGPT's, Claude's, and this product's of an account or of one
 * chat; as JSON or inside its ZIP file. The file is read as fast as the chats are taken. Throws ImportError.
 */
export async function* readExport(file: Blob, options: ReadOptions): AsyncGenerator<ReadChat> {
  let source: ImportSource | undefined
  const seen = new Set<string>()
  for await (const read of readStreams(file, options)) {
    source = read.source
    if (read.chat.messages.length === 0) options.leftOut.empty += 1
    if (read.chat.messages.length === 0 || seen.has(read.chat.id)) continue
    seen.add(read.chat.id)
    options.leftOut.files += read.files
    options.leftOut.cut += read.cut
    options.leftOut.unpaired += read.unpaired
    yield read
  }
  const { unreadable, deleted, large } = options.leftOut
  if (seen.size > 0) return
  if (large > 0) throw new ImportError('too_large')
  throw new ImportError(source === undefined && unreadable > 0 && deleted === 0 ? 'unknown_file' : 'no_chats')
}

async function* readStreams(file: Blob, options: ReadOptions): AsyncGenerator<ReadChat> {
  let done = 0
  const count = (total: number) => (bytes: number) => {
    done += bytes
    options.onProgress(done, total)
  }
  if (!(await isZip(file))) {
    yield* readJson(file.stream().pipeThrough(counter(count(file.size))), options, 'unreadable_file')
    return
  }
  const all = await listZip(file)
  // ChatGPT divides long histories into conversations-000.json and so on. Beside them are files about other things.
  const entries = all.filter(({ name }) => /(?:^|\/)(?:conversations(?:[-_]\d+)?|companion[^/]*)\.json$/i.test(name))
  if (entries.length === 0) throw new ImportError('zip_without_chats')
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  for (const entry of entries) yield* readJson(await openEntry(file, entry, count(total)), options, 'broken_zip')
}

async function* readJson(
  stream: ReadableStream<Uint8Array>,
  options: ReadOptions,
  problem: 'unreadable_file' | 'broken_zip',
): AsyncGenerator<ReadChat> {
  const found: ReadChat[] = []
  const { splitter, finish } = collect(found, options)
  const reader = stream.getReader()
  try {
    while (true) {
      // A file that has changed or is on a removed disk, or damaged compressed data.
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ImportError(problem, { cause })
      })
      if (done) break
      splitter.write(value)
      yield* found.splice(0)
    }
    splitter.end()
    finish()
    yield* found.splice(0)
  } finally {
    // An error that was thrown above matters more than one of ending to read.
    await reader.cancel().catch(() => undefined)
  }
}

const Format = v.picklist(['companion-export', 'companion-chat'])
const ChatFields = v.record(v.string(), v.unknown())
const NamedFile = v.object({ id: v.string(), name: v.string() })
const MessageFile = v.object({ message_id: v.string(), file_id: v.string() })

/** Puts the chats of one JSON text into `found`, as they come. */
function collect(found: ReadChat[], { leftOut, chatMax = CHAT_MAX }: ReadOptions) {
  let format: v.InferOutput<typeof Format> | undefined
  let fields: Record<string, unknown> = {}
  const messages: unknown[] = []
  const fileNames = new Map<string, string>()
  const attached = new Map<string, string[]>()
  let bytesLeft = chatMax
  /** Whether a message of an exported chat was too large: without it the chat would have a gap. */
  let hasGap = false
  const add = (read: ReadChat | 'deleted' | null) => {
    if (read === 'deleted') leftOut.deleted += 1
    else if (read === null) leftOut.unreadable += 1
    else found.push(read)
  }
  const take = (key: string, value: unknown) => {
    if (key === '') add(readChatGpt(value) ?? readClaude(value))
    else if (key === 'format') format = v.safeParse(Format, value).success ? v.parse(Format, value) : undefined
    else if (key === 'chats' && format === 'companion-export') add(readCompanion(value, attached))
    else if (key === 'files' && v.is(NamedFile, value)) fileNames.set(value.id, value.name)
    else if (key === 'message_files' && v.is(MessageFile, value)) {
      const { message_id, file_id } = value
      attached.set(message_id, [...(attached.get(message_id) ?? []), fileNames.get(file_id) ?? 'file'])
    } else if (key === 'chat') fields = v.is(ChatFields, value) ? value : {}
    else if (key === 'messages') messages.push(value)
  }
  const splitter = new JsonSplitter({
    max: chatMax,
    wants: (key) => ['', 'format', 'files', 'message_files', 'chats', 'chat', 'messages'].includes(key),
    onTooLarge: (key) => {
      if (key === 'messages') hasGap = true
      else if (key !== 'files' && key !== 'message_files') leftOut.large += 1
    },
    onValue: (key, json, bytes) => {
      if (key === 'messages') bytesLeft -= bytes
      if (hasGap || bytesLeft < 0) return
      take(key, parse(json))
    },
  })
  const finish = () => {
    if (format === 'companion-chat' && (hasGap || bytesLeft < 0)) leftOut.large += 1
    else if (format === 'companion-chat') add(readCompanion({ ...fields, messages }))
    else if (splitter.isObject && format === undefined) leftOut.unreadable += 1
  }
  return { splitter, finish }
}
