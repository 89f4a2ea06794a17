import type { Message } from '#contract/objects/chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { scopeOfChat } from '../database/removable-chats.ts'
import type { AttachedFile, MessageRow } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { currentVersion, findPath } from './current-path.ts'

/** `isSent` is false for a question that this device has not sent yet. */
export type TranscriptMessage = Pick<Message, 'id' | 'role' | 'content' | 'created_at' | 'status' | 'scores'> & {
  sources: NonNullable<Message['sources']>
  files: readonly Pick<AttachedFile, 'id' | 'name' | 'media_type'>[]
  /** The id of the model that wrote the answer; null where it is not known, and of questions. */
  model: string | null
  isSent: boolean
}

export interface Transcript {
  id: string
  title: string
  created_at: string
  /** The current path, oldest first, with the current version of each answer. */
  messages: readonly TranscriptMessage[]
  /** False while messages, or changes of them, may be on the server only. */
  isWhole: boolean
}

/** Reads what a chat shows, as one consistent copy from this device; undefined when it is not here. */
export function readTranscript(db: CompanionDatabase, userId: number, chatId: string): Promise<Transcript | undefined> {
  return db.transaction('r', [db.chats, db.messages, db.outbox, db.sync], async () => {
    const [chat, messages, waiting, synced] = await Promise.all([
      db.chats.get([userId, chatId]),
      startingWith(db.messages, '[account+chat+seq]', [userId, chatId]).sortBy('seq'),
      readEntries(db, userId, chatId),
      db.sync.get([userId, scopeOfChat(chatId)]),
    ])
    if (chat === undefined) return undefined
    const { hidden } = findPath(messages, waiting, chat.path)
    const known = new Set(messages.map(({ id }) => id))
    const sent = onePerAnswer(
      messages.filter(({ id }) => !hidden.has(id)),
      chat.versions ?? [],
    )
    const unsent = waiting.flatMap((entry) =>
      entry.kind !== 'message.send' || known.has(entry.id) || hidden.has(entry.id)
        ? []
        : [
            {
              ...unsentQuestion,
              id: entry.id,
              content: entry.body.content,
              created_at: toTime(entry.created_at),
              files: describeFiles(entry.files),
            },
          ],
    )
    const { id, title, created_at } = chat
    // The list brings chats without their messages, which may have changed since their last sync.
    const isCurrent =
      chat.local === true || (synced?.seen !== undefined && (chat.server?.updated_at ?? '') <= synced.seen)
    const isWhole = isCurrent && messages.every(({ seq }, index) => seq === index + 1)
    return { id, title, created_at, messages: [...sent, ...unsent], isWhole }
  })
}

const unsentQuestion = {
  role: 'user' as const,
  status: 'complete' as const,
  scores: null,
  sources: [],
  model: null,
  isSent: false,
}

const describeFiles = (files: readonly AttachedFile[] = []): TranscriptMessage['files'] =>
  files.map(({ id, name, media_type }) => ({ id, name, media_type }))

const toTime = (ms: number): string => new Date(ms).toISOString()

/** Puts the current version of an answer in the place of its first version. */
function onePerAnswer(messages: readonly MessageRow[], selected: readonly string[]): TranscriptMessage[] {
  const versions = Map.groupBy(messages, ({ id, role, reply_to }) => (role === 'user' ? id : (reply_to ?? id)) + role)
  return [...versions.values()].flatMap((group) => {
    const ordered = group.toSorted((one, other) => one.version - other.version)
    const current = currentVersion(ordered, selected)
    if (current === undefined) return []
    const { id, role, content, created_at, status, scores, sources = [], files, model = null } = current
    return [
      { id, role, content, created_at, status, scores, sources, files: describeFiles(files), model, isSent: true },
    ]
  })
}
