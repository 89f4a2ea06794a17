import { type Kysely, sql } from 'kysely'
import type { Flag } from '../../../db/schema/columns.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { finishAnswer, type GenerationKey } from './finish-answer.ts'
import { searchOfContinued } from './search/search-of-continued.ts'
import { answerTopic, GENERATIONS_TOPIC } from './topics.ts'
import { readWrittenChunks } from './writer/written-chunks.ts'

const ATTEMPTS_MAX = 2

type Deps = Pick<Dependencies, 'db' | 'engine' | 'bus' | 'now' | 'log'>

export interface Found extends GenerationKey {
  owner: string | null
  lease_expires_at: string | null
}

/**
 * Takes over generations of dead processes. One without new text that nobody has stopped runs again, once; after that
 * it becomes `failed` if it has no text at all. Any other becomes `interrupted` and keeps its text.
 */
export async function takeOver(deps: Deps, isAbandoned: (found: Found) => boolean): Promise<void> {
  const running = await deps.db
    .selectFrom('generations')
    .select(['id', 'user_id', 'chat_id', 'message_id', 'owner', 'lease_expires_at'])
    .where('status', '=', 'running')
    .execute()
  for (const found of running.filter(isAbandoned)) {
    try {
      await takeOverOne(deps, found)
    } catch (error) {
      // The next sweep tries it again; until then it does not hold up the others.
      deps.log.error({ err: error, generation: found.id }, 'an abandoned answer could not be taken over')
    }
  }
}

async function takeOverOne(deps: Deps, found: Found): Promise<void> {
  const done = await deps.db.transaction().execute(async (trx) => {
    // The dead process may still hold the locks of its last transaction, until PostgreSQL notices that it is gone.
    if (deps.engine === 'postgres') await sql`set local lock_timeout = '2s'`.execute(trx)
    const generation = await lockRunning(trx, found)
    // The lease has changed: the owner is alive, or another process took the generation over first.
    if (generation === undefined || generation.lease_expires_at !== found.lease_expires_at) return null
    return conclude(trx, generation, deps.now())
  })
  if (done === null) return
  deps.log.warn({ generation: found.id, owner: found.owner, done }, 'took over an abandoned answer')
  if (done === 'ended') await deps.bus.publish(answerTopic(found.id), 'end')
  await deps.bus.publish(GENERATIONS_TOPIC, 'queued')
}

interface Running extends GenerationKey {
  attempts: number
  begun: number
  stop_requested: Flag
  lease_expires_at: string | null
}

/** Locks a generation so that it can be ended; undefined when it is no longer running. */
async function lockRunning(trx: Kysely<Database>, found: GenerationKey): Promise<Running | undefined> {
  await lockChat(trx, found.user_id, found.chat_id)
  return trx
    .selectFrom('generations')
    .select(['id', 'user_id', 'chat_id', 'message_id', 'attempts', 'begun', 'stop_requested', 'lease_expires_at'])
    .where('user_id', '=', found.user_id)
    .where('id', '=', found.id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

async function conclude(trx: Kysely<Database>, generation: Running, now: number): Promise<'ended' | 'queued'> {
  const { count, content, reasoning } = await readWrittenChunks(trx, generation.id)
  const again = count === generation.begun && generation.stop_requested === 0
  if (again && generation.attempts < ATTEMPTS_MAX) {
    await trx
      .updateTable('generations')
      .set((eb) => ({ status: 'queued', owner: null, lease_expires_at: null, search: searchOfContinued(eb) }))
      .where('user_id', '=', generation.user_id)
      .where('id', '=', generation.id)
      .execute()
    return 'queued'
  }
  // The continued text is kept, even if no process could add to it.
  const status = again && content.trim() === '' ? 'failed' : 'interrupted'
  const failure = generation.stop_requested === 1 ? null : 'assistant_broken'
  await finishAnswer(trx, generation, { status, failure, content, reasoning, usage: null }, now)
  return 'ended'
}
