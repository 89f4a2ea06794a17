import type { Kysely } from 'kysely'
import type { Database } from '../../../../db/schema/schema.ts'

/** Reads the stored text of an answer whose job is not in memory. */
export async function readWrittenChunks(
  trx: Kysely<Database>,
  generationId: number,
): Promise<{ count: number; content: string; reasoning: string }> {
  const chunks = await trx
    .selectFrom('generation_chunks')
    .select(['kind', 'text'])
    .where('generation_id', '=', generationId)
    .orderBy('n')
    .execute()
  const join = (kind: 'delta' | 'reasoning') => chunks.map((chunk) => (chunk.kind === kind ? chunk.text : '')).join('')
  return { count: chunks.length, content: join('delta'), reasoning: join('reasoning') }
}
