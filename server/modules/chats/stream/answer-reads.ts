import type { Kysely, Selectable } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { GenerationChunksTable } from '../../../db/schema/schema-generations.ts'
import { createShareInTurn, type ShareInTurn } from './share-in-turn.ts'

/** The number of chunks that one read returns at most. */
export const PAGE = 500

export type StoredChunk = Pick<Selectable<GenerationChunksTable>, 'n' | 'kind' | 'text'>

export interface AnswerState {
  ended: boolean
  queued: boolean
  search: string | null
}

interface Shared {
  state: ShareInTurn<AnswerState>
  chunks: ShareInTurn<StoredChunk[]>
}

/** By database, because tests run several servers in one process. */
const shared = new WeakMap<Kysely<Database>, Shared>()

function sharedOf(db: Kysely<Database>): Shared {
  const known = shared.get(db)
  if (known !== undefined) return known
  const created = { state: createShareInTurn<AnswerState>(), chunks: createShareInTurn<StoredChunk[]>() }
  shared.set(db, created)
  return created
}

/** The state of a generation. The streams of one answer that a notice wakes together share one query. */
export function readState(db: Kysely<Database>, generation: { userId: number; id: number }): Promise<AnswerState> {
  return sharedOf(db).state(`${generation.userId}:${generation.id}`, async () => {
    const [row] = await selectState(db, generation)
    const { status = 'finished', search = null } = row ?? {}
    return { ended: status === 'finished', queued: status === 'queued', search }
  })
}

/** The next chunks from a cursor, at most PAGE. The streams that are equally far share one query. */
export function readChunks(db: Kysely<Database>, cursor: { id: number; after: number }): Promise<StoredChunk[]> {
  return sharedOf(db).chunks(`${cursor.id}:${cursor.after}`, () => selectChunks(db, cursor))
}

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
