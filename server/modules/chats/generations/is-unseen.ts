import type { Bus } from '../../../bus/bus.ts'
import type { Claim } from './job.ts'
import { answerTopic } from './topics.ts'

/** After this time the user has probably switched away, though a hidden page may still be connected. */
const WATCHING_MS = 5_000

/**
 * Whether the user may not see the end of an answer: it took long, or no connection in this process follows it. If a
 * page of the user is visible after all, it suppresses the notification.
 */
export function isUnseen(bus: Bus, claim: Claim, now: number): boolean {
  return now - Date.parse(claim.created_at) >= WATCHING_MS || !bus.isHeard(answerTopic(claim.id))
}
