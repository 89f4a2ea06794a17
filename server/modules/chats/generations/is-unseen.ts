import type { Bus } from '../../../bus/bus.ts'
import type { Claim } from './job.ts'
import { answerTopic } from './topics.ts'

/** Who asked looks elsewhere after this long, though a hidden page may still be listening. */
const WATCHING_MS = 5_000

/**
 * Whether the user may not see an answer end: it took long, or nobody listens to it in this process.
 * A page of theirs that is visible after all shows no notification.
 */
export function isUnseen(bus: Bus, claim: Claim, now: number): boolean {
  return now - Date.parse(claim.created_at) >= WATCHING_MS || !bus.isHeard(answerTopic(claim.id))
}
