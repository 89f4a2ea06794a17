import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'

const answer = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })

export const healthy = (): Response => answer(200, 'ok')

/** 200 while the database answers and has its tables; 503 before, and while the process drains. */
export async function ready(db: Kysely<Database>, draining: AbortSignal, log: Logger): Promise<Response> {
  if (draining.aborted) return answer(503, 'draining')
  try {
    await sql`select 1 from users limit 1`.execute(db)
    return answer(200, 'ready')
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return answer(503, 'database')
  }
}
