import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { finishAnswer } from '../generations/finish-answer.ts'
import { answerTopic, GENERATIONS_TOPIC, stopNotification } from '../generations/topics.ts'
import { readWrittenChunks } from '../generations/writer/written-chunks.ts'
import { stopGenerations } from '../generations.repository.ts'

/** Generations that were ended, and those whose owners must end them; send notifications after the commit. */
export interface Unfinished {
  ended: number[]
  stopping: number[]
}

/** Ends unfinished answers of a locked chat: queued ones at once, running ones through their owners. */
export async function endUnfinished(
  trx: Kysely<Database>,
  userId: number,
  messageIds: readonly string[],
  now: number,
): Promise<Unfinished> {
  const found: Unfinished = { ended: [], stopping: [] }
  if (messageIds.length === 0) return found
  const rows = await stopGenerations(trx, userId, messageIds)
  for (const row of rows) {
    if (row.status === 'running') found.stopping.push(row.id)
    else {
      const { content, reasoning } = await readWrittenChunks(trx, row.id)
      const outcome = { status: 'interrupted', failure: null, content, reasoning, usage: null } as const
      await finishAnswer(trx, row, outcome, now)
      found.ended.push(row.id)
    }
  }
  return found
}

export async function notifyUnfinished(
  { bus }: Pick<Dependencies, 'bus'>,
  { ended, stopping }: Unfinished,
): Promise<void> {
  for (const id of stopping) await bus.publish(GENERATIONS_TOPIC, stopNotification(id))
  for (const id of ended) await bus.publish(answerTopic(id), 'end')
}
