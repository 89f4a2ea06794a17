import type { WebSearchState } from '#contract/stream.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createWakeSignal } from '../../../lib/wake-signal.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { noSearch, readSearchState } from '../generations/search/search-state.ts'
import { answerTopic } from '../generations/topics.ts'
import { PAGE, readChunks, readState, type StoredChunk } from './answer-reads.ts'
import { followPosition, POSITIONS_MS } from './queue-positions.ts'
import { untilNext } from './until-next.ts'

export type AnswerUpdate =
  | { kind: 'chunk'; chunk: StoredChunk }
  /** The state of its web search, at the start and after each change. */
  | { kind: 'search'; search: WebSearchState }
  /** How many answers begin before it, when it has to wait; null once it waits no longer. */
  | { kind: 'queued'; before: number | null }
  /** The last event; null when the chat was deleted. */
  | { kind: 'end'; message: MessageRow | null }

type Deps = Pick<Dependencies, 'db' | 'bus'>

/**
 * The polling interval, in case a notification is lost. The streams of an answer poll together, so that they share a
 * read.
 */
const POLL_MS = 5_000

/**
 * Follows an answer from after chunk `after` (0: from the start) to its end: the stored chunks, then new ones. All are
 * read from the database with one cursor, so that every connection and process yields the same. A read that a busy
 * database refuses is repeated: the stream goes on. Returns without an `end` when the signal is aborted.
 */
export async function* followAnswer(
  { db, bus }: Deps,
  { userId, messageId, after, signal }: { userId: number; messageId: string; after: number; signal: AbortSignal },
): AsyncGenerator<AnswerUpdate, void> {
  const read = <T>(work: () => Promise<T>): Promise<T> => retryWhileBusy(work, signal)
  const [generation] = await read(() => selectGeneration(db, { userId, messageId }))
  const end = async (): Promise<AnswerUpdate> => ({
    kind: 'end',
    message: (await read(() => findMessage(db, userId, messageId))) ?? null,
  })
  if (generation === undefined) return yield await end()
  const { id } = generation
  const wakeSignal = createWakeSignal(signal)
  const unsubscribe = bus.subscribe(answerTopic(id), (payload) => wakeSignal.wake(payload !== 'more'))
  let cursor = after
  try {
    // The state is read before the chunks: if it is "finished", the chunks read after it are complete.
    let state = await read(() => readState(db, { userId, id }))
    let search: string | null = null
    let pause = POSITIONS_MS
    while (!signal.aborted) {
      if (state.search !== search) {
        search = state.search
        yield { kind: 'search', search: readSearchState(search) ?? noSearch }
      }
      const after = cursor
      const chunks = await read(() => readChunks(db, { id, after }))
      for (const chunk of chunks) {
        cursor = chunk.n
        yield { kind: 'chunk', chunk }
      }
      if (chunks.length === PAGE) continue
      if (state.ended) return yield await end()
      const waiting = state.queued ? followPosition(db, id, { wakeSignal, signal, pause }) : null
      const reason = waiting === null ? await wakeSignal.wait(untilNext(POLL_MS, id)) : yield* waiting
      // Behind another answer of its chat it has no place, and its state is read less often.
      pause = Math.min(2 * pause, POLL_MS)
      if (reason !== 'more') state = await read(() => readState(db, { userId, id }))
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

const selectGeneration = prepareQuery((db, value: Value<{ userId: number; messageId: string }>) =>
  db
    .selectFrom('generations')
    .select('id')
    .where('user_id', '=', value('userId'))
    .where('message_id', '=', value('messageId')),
)
