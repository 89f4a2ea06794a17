import type { Kysely } from 'kysely'
import type { Usage } from '#contract/stream.ts'
import type { Database } from '../../db/schema.ts'

/** Counts what an answer has used, once, in the transaction that ends it. `at` is ISO 8601. */
export async function noteUsage(
  trx: Kysely<Database>,
  { user_id, message_id }: { user_id: number; message_id: string },
  usage: Usage | null,
  at: string,
): Promise<void> {
  if (usage === null) return
  const tokens = usage.prompt_tokens + usage.completion_tokens
  await trx
    .insertInto('usage_entries')
    .values({ user_id, message_id, at, tokens, searches: 0 })
    .onConflict((known) => known.columns(['user_id', 'message_id']).doNothing())
    .execute()
}
