import type { Dependencies } from '../../../dependencies.ts'
import { createSingleFlight } from '../../../lib/timing/single-flight.ts'
import type { Judge } from '../../../providers/judge/judge.ts'
import { SCORINGS_TOPIC, scoredTopic } from '../../scores/scoring-topics.ts'
import { type Claim, claimScorings, handBack, renewScorings } from './claim-scorings.ts'
import { scoringMetrics } from './metrics.ts'
import { scoreAnswer } from './score-answer.ts'
import { storeScores } from './store-scores.ts'

/** Times are in milliseconds. */
export interface ScoringOptions {
  maxRunning: number
  leaseMs: number
  renewMs: number
  /** The polling interval, in case of lost notifications and dead owners. */
  sweepMs: number
  /** The pause before a second attempt. */
  pauseMs: number
}

const scoringDefaults: ScoringOptions = {
  maxRunning: 4,
  leaseMs: 30_000,
  renewMs: 10_000,
  sweepMs: 10_000,
  pauseMs: 2_000,
}

/** Attempts of one scoring, because the scoring may be what crashes the process. */
const ATTEMPTS_MAX = 3

export interface ScoringWorker {
  /** Claims queued scorings, also those from before a restart. */
  start(): void
  /** Stops claiming and requeues running scorings. */
  stop(): Promise<void>
}

/** Scores complete answers in this process, a few at a time; answers never wait for their scoring. */
export function createScoringWorker(
  deps: Dependencies,
  judge: Judge,
  given: Partial<ScoringOptions> = {},
): ScoringWorker {
  const options = { ...scoringDefaults, ...given }
  const { db, bus, engine, log, processId, now } = deps
  const metrics = scoringMetrics(deps.metrics)
  const controllers = new Map<string, AbortController>()
  const running = new Set<Promise<unknown>>()
  let timers: NodeJS.Timeout[] = []
  let unsubscribe = () => {}
  let stopping = false
  const claims = createSingleFlight(claimAnswers)

  async function claimAnswers(): Promise<void> {
    const limit = options.maxRunning - controllers.size
    const held = [...controllers.keys()]
    const mine = { processId, now: now(), leaseMs: options.leaseMs, alone: engine === 'sqlite', held }
    const claimed = limit > 0 ? await claimScorings(db, limit, mine).catch(notClaimed) : []
    for (const one of claimed) begin(one)
  }

  function notClaimed(error: unknown): Claim[] {
    log.error({ err: error }, 'answers could not be claimed for scoring')
    return []
  }

  function begin(claimed: Claim): void {
    const controller = new AbortController()
    controllers.set(claimed.owner, controller)
    const scored = score(claimed, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) {
          if (stopping) return handBack(db, claimed)
          // The renewal found that the lease is lost: the answer was deleted, or another process took it over.
          metrics.ended('lost')
          return
        }
        // Its lease expires, and the scoring is then retried.
        log.error({ err: error, message: claimed.message_id }, 'a scoring was left behind')
      })
      .finally(() => {
        controllers.delete(claimed.owner)
        claims.request()
      })
    track(scored)
    if (stopping) controller.abort()
  }

  async function score(claimed: Claim, signal: AbortSignal): Promise<void> {
    const nothing = { first: null, second: null, usage: null }
    const tooOften = claimed.attempts > ATTEMPTS_MAX
    const made = tooOften ? nothing : await scoreAnswer(deps, judge, claimed, { signal, pauseMs: options.pauseMs })
    const scoring = made ?? nothing
    metrics.took(scoring.usage)
    const stored = await storeScores(deps, claimed, scoring, judge)
    const assessed = scoring.first !== null || scoring.second !== null
    metrics.ended(stored ? (assessed ? 'scored' : 'failed') : 'lost')
    if (stored && !assessed) log.warn({ message: claimed.message_id }, 'an answer could not be scored')
    await bus.publish(scoredTopic(claimed.user_id, claimed.message_id), 'end')
  }

  async function renew(): Promise<void> {
    const owners = [...controllers.keys()]
    const held = new Set(await renewScorings(db, owners, now() + options.leaseMs))
    // A scoring that has just ended is missing too; aborting it has no effect.
    for (const owner of owners) if (!held.has(owner)) controllers.get(owner)?.abort()
  }

  function track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'scoring failed'))
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  return {
    start() {
      unsubscribe = bus.subscribe(SCORINGS_TOPIC, claims.request)
      timers = [
        setInterval(claims.request, options.sweepMs).unref(),
        setInterval(() => controllers.size > 0 && track(renew()), options.renewMs).unref(),
      ]
      claims.request()
    },
    async stop() {
      stopping = true
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
      for (const controller of controllers.values()) controller.abort()
      await claims.stop()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
