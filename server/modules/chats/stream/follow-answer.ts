import type { Selectable } from 'kysely'
import type { GenerationChunksTable, GenerationsTable } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createWakeSignal } from '../../../lib/signal.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { answerTopic } from '../generations/topics.ts'

export type AnswerUpdate =
  | { kind: 'chunk'; chunk: Pick<Selectable<GenerationChunksTable>, 'n' | 'kind' | 'text'> }
  /** The last event; null when the chat was deleted. */
  | { kind: 'end'; message: MessageRow | null }

type Deps = Pick<Dependencies, 'db' | 'bus'>
type Generation = Pick<Selectable<GenerationsTable>, 'id' | 'status'>

const PAGE = 500
/** The polling interval, in case a notification is lost. */
const POLL_MS = 5_000

/**
 * Follows an answer from after chunk `after` (0: from the start) to its end: the stored chunks, then new ones. All are
 * read from the database with one cursor, so that every connection and process yields the same. Returns without an
 * `end` when the signal is aborted.
 */
export async function* followAnswer(
  { db, bus }: Deps,
  { userId, messageId, after, signal }: { userId: number; messageId: string; after: number; signal: AbortSignal },
): AsyncGenerator<AnswerUpdate, void> {
  const generation = await findGeneration(db, userId, messageId)
  const end = async (): Promise<AnswerUpdate> => ({
    kind: 'end',
    message: (await findMessage(db, userId, messageId)) ?? null,
  })
  if (generation === undefined) return yield await end()
  const wakeSignal = createWakeSignal(signal)
  const unsubscribe = bus.subscribe(answerTopic(generation.id), (payload) => wakeSignal.wake(payload !== 'more'))
  let cursor = after
  try {
    // The state is read before the chunks: if it is "finished", the chunks read after it are complete.
    let ended = await isEnded(db, generation.id)
    while (!signal.aborted) {
      const chunks = await chunksAfter(db, generation.id, cursor)
      for (const chunk of chunks) {
        cursor = chunk.n
        yield { kind: 'chunk', chunk }
      }
      if (chunks.length === PAGE) continue
      if (ended) return yield await end()
      const reason = await wakeSignal.wait(POLL_MS)
      if (reason !== 'more') ended = await isEnded(db, generation.id)
    }
  } finally {
    unsubscribe()
  }
}

/** Waits for the end of an answer; undefined when the signal was aborted, null when the chat was deleted. */
export async function waitForAnswer(
  deps: Deps,
  who: { userId: number; messageId: string; signal: AbortSignal },
): Promise<MessageRow | null | undefined> {
  const all = { ...who, after: Number.MAX_SAFE_INTEGER }
  for await (const update of followAnswer(deps, all)) if (update.kind === 'end') return update.message
  return undefined
}

function findGeneration(db: Deps['db'], userId: number, messageId: string): Promise<Generation | undefined> {
  return db
    .selectFrom('generations')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

async function isEnded(db: Deps['db'], id: number): Promise<boolean> {
  const row = await db.selectFrom('generations').select('status').where('id', '=', id).executeTakeFirst()
  return row === undefined || row.status === 'finished'
}

function chunksAfter(db: Deps['db'], generationId: number, n: number) {
  return db
    .selectFrom('generation_chunks')
    .select(['n', 'kind', 'text'])
    .where('generation_id', '=', generationId)
    .where('n', '>', n)
    .orderBy('n')
    .limit(PAGE)
    .execute()
}
