import type { Selectable } from 'kysely'
import type { WebSearchState } from '#contract/stream.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { GenerationChunksTable } from '../../../db/schema/schema-generations.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createWakeSignal } from '../../../lib/signal.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'
import { noSearch, readSearchState } from '../generations/search/search-state.ts'
import { answerTopic } from '../generations/topics.ts'
import { followPosition, POSITIONS_MS } from './queue-places.ts'

export type AnswerUpdate =
  | { kind: 'chunk'; chunk: Pick<Selectable<GenerationChunksTable>, 'n' | 'kind' | 'text'> }
  /** The state of its web search, at the start and after each change. */
  | { kind: 'search'; search: WebSearchState }
  /** How many answers begin before it, when it has to wait; null once it waits no longer. */
  | { kind: 'queued'; before: number | null }
  /** The last event; null when the chat was deleted. */
  | { kind: 'end'; message: MessageRow | null }

type Deps = Pick<Dependencies, 'db' | 'bus'>

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
  const [generation] = await selectGeneration(db, { userId, messageId })
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
    let state = await readState(db, { userId, id: generation.id })
    let search: string | null = null
    let pause = POSITIONS_MS
    while (!signal.aborted) {
      if (state.search !== search) {
        search = state.search
        yield { kind: 'search', search: readSearchState(search) ?? noSearch }
      }
      const chunks = await selectChunks(db, { id: generation.id, after: cursor })
      for (const chunk of chunks) {
        cursor = chunk.n
        yield { kind: 'chunk', chunk }
      }
      if (chunks.length === PAGE) continue
      if (state.ended) return yield await end()
      const waiting = state.queued ? followPosition(db, generation.id, { wakeSignal, signal, pause }) : null
      const reason = waiting === null ? await wakeSignal.wait(POLL_MS) : yield* waiting
      // Behind another answer of its chat it has no place, and its state is read less often.
      pause = Math.min(2 * pause, POLL_MS)
      if (reason !== 'more') state = await readState(db, { userId, id: generation.id })
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

const selectState = prepareQuery((db, value: Value<{ userId: number; id: number }>) =>
  db
    .selectFrom('generations')
    .select(['status', 'search'])
    .where('user_id', '=', value('userId'))
    .where('id', '=', value('id')),
)

const selectChunks = prepareQuery((db, value: Value<{ id: number; after: number }>) =>
  db
    .selectFrom('generation_chunks')
    .select(['n', 'kind', 'text'])
    .where('generation_id', '=', value('id'))
    .where('n', '>', value('after'))
    .orderBy('n')
    .limit(PAGE),
)

interface State {
  ended: boolean
  queued: boolean
  search: string | null
}

async function readState(db: Deps['db'], generation: { userId: number; id: number }): Promise<State> {
  const [row] = await selectState(db, generation)
  const { status = 'finished', search = null } = row ?? {}
  return { ended: status === 'finished', queued: status === 'queued', search }
}
