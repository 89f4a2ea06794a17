import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { isoTime } from '../../lib/time.ts'
import { signEvent } from '../../providers/payments/event-signature.ts'
import { customerOf, type SandboxDeps } from './sandbox.repository.ts'
import type { DeliverEvent } from './sandbox.ts'

interface SandboxEvent {
  userId: number
  /** Stripe's names, such as `invoice.paid`. */
  types: readonly string[]
  /** The id of the changed object. */
  object: string
  /** ISO 8601. */
  at: string
}

/** Stores events in the transaction of the change that they report (outbox); `deliverEvents` sends them. */
export async function writeEvents(trx: Kysely<Database>, { userId, types, object, at }: SandboxEvent): Promise<void> {
  const rows = types.map((type) => {
    const id = `evt_sandbox_${randomUUID()}`
    const data = { object: { id: object, customer: customerOf(userId) } }
    const body = JSON.stringify({ id, type, created: Math.floor(Date.parse(at) / 1000), data })
    return { id, user_id: userId, type, body, created_at: at, delivered_at: null }
  })
  await trx.insertInto('sandbox_events').values(rows).execute()
}

/** More than a user's events of a year; the rest follows in the next run. */
const RUN_MAX = 500
/** A user's events that are delivered at once: their receiver coalesces the reads that each of them causes. */
const AT_ONCE_MAX = 50

interface Waiting {
  seq: number
  body: string
}

/** Tries to deliver each pending event once. A rejected one stays pending for the next run; the others go on. */
export async function deliverEvents(
  { db, now, log }: SandboxDeps,
  { secret, deliver }: { secret: string; deliver: DeliverEvent },
): Promise<void> {
  const waiting = await db
    .selectFrom('sandbox_events')
    .select(['seq', 'body', 'user_id'])
    .where('delivered_at', 'is', null)
    .orderBy('seq')
    .limit(RUN_MAX)
    .execute()
  const isAccepted = async ({ body }: Waiting) => {
    try {
      await deliver(new TextEncoder().encode(body), signEvent(body, secret, now()))
      return true
    } catch (error) {
      log.warn({ err: error }, 'a notice of the sandbox was not taken; it is sent again')
      return false
    }
  }
  for (const events of Map.groupBy(waiting, ({ user_id }) => user_id).values()) {
    for (let from = 0; from < events.length; from += AT_ONCE_MAX) {
      const some = events.slice(from, from + AT_ONCE_MAX)
      const accepted = await Promise.all(some.map(isAccepted))
      const delivered = some.filter((_, n) => accepted[n]).map(({ seq }) => seq)
      if (delivered.length === 0) continue
      await db
        .updateTable('sandbox_events')
        .set({ delivered_at: isoTime(now()) })
        .where('seq', 'in', delivered)
        .execute()
    }
  }
}
