import { type Kysely, sql } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'

/** The last messages of a chat; a prompt rarely contains more. */
const MESSAGES = 100

const sumLength = prepareQuery((db, value: Value<{ userId: number; chatId: string; from: number }>) =>
  db
    .selectFrom('messages')
    .select(sql<number>`coalesce(sum(length(content)), 0)`.as('length'))
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where('seq', '>=', value('from')),
)

/** The tokens of a prompt for an answer after the position `seq`: one for four characters, as in `recordUsage`. */
export async function estimatePrompt(
  trx: Kysely<Database>,
  { userId, chatId, seq }: { userId: number; chatId: string; seq: number },
): Promise<number> {
  const [sum] = await sumLength(trx, { userId, chatId, from: seq - MESSAGES })
  return Math.ceil(Number(sum?.length ?? 0) / 4)
}
