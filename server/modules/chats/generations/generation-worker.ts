import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../../../bus/bus.ts'
import { withoutSync } from '../../../db/without-sync.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { HOUR_MS, isoTime } from '../../../lib/time.ts'
import { createSingleFlight } from '../../../lib/timing/single-flight.ts'
import { RUNNING_MAX } from '../../../limits/generation-limits.ts'
import { inSpan } from '../../../telemetry/in-span.ts'
import { requestAttributes, runFrom } from '../../../telemetry/origin.ts'
import { SCORINGS_TOPIC } from '../../scores/scoring-topics.ts'
import { claimGenerations, countQueued } from './claim-generations.ts'
import { type Claim, createJob, endJob, type Job } from './job.ts'
import { generationMetrics } from './metrics.ts'
import { createOrigins } from './origins.ts'
import { pruneGenerations } from './prune-generations.ts'
import { requeue } from './requeue.ts'
import { runGeneration } from './run-generation.ts'
import { type Found, takeOver } from './take-over.ts'
import { answerTopic, GENERATIONS_TOPIC, queuedBy, stoppedBy } from './topics.ts'
import { createWriter } from './writer/writer.ts'

export interface GenerationWorker {
  /** Takes over the generations of dead processes, then claims queued ones. */
  start(): Promise<void>
  /** Stops claiming, gives answers `graceMs`, then interrupts or requeues them. */
  stop(): Promise<void>
}

/** Times are in milliseconds; a process whose lease was not renewed for `leaseMs` counts as dead. */
export interface GenerationOptions {
  maxRunning: number
  /** The maximum for one user, over all processes. */
  maxPerUser: number
  leaseMs: number
  renewMs: number
  /** The polling interval, in case of lost notifications and dead owners. */
  sweepMs: number
  gatherMs: number
  graceMs: number
  pruneMs: number
}

const generationDefaults: Omit<GenerationOptions, 'maxRunning'> = {
  maxPerUser: RUNNING_MAX,
  leaseMs: 15_000,
  renewMs: 5_000,
  sweepMs: 5_000,
  gatherMs: 40,
  graceMs: 5_000,
  pruneMs: HOUR_MS,
}

/** Writes queued answers in this process; `onReady` is called for complete ones that the user may not have seen. */
export function createGenerationWorker(
  deps: Dependencies,
  given: Partial<GenerationOptions> = {},
  onReady: (answer: Claim) => void = () => {},
): GenerationWorker {
  const options = { maxRunning: deps.config.concurrency, ...generationDefaults, ...given }
  const { db, bus, engine, log, processId, now } = deps
  const metrics = generationMetrics(deps.metrics)
  const origins = createOrigins()
  const jobs = new Map<number, Job>()
  const running = new Set<Promise<void>>()
  const chores = new Set<Promise<unknown>>()
  let timers: NodeJS.Timeout[] = []
  let unsubscribe = () => {}
  let stopping = false
  /** It is part of no request, because it claims the answers of all users. */
  const claims = createSingleFlight(() => runFrom(undefined, claimAnswers))

  const writer = createWriter(deps, {
    gatherMs: options.gatherMs,
    leaseMs: options.leaseMs,
    onFirstChunk: (job) => metrics.firstChunk(now() - Date.parse(job.claim.created_at)),
  })

  async function claimAnswers(): Promise<void> {
    const free = options.maxRunning - jobs.size
    if (free <= 0) return
    try {
      const { leaseMs, maxPerUser: perUser } = options
      // A claim that a power cut undoes is a queued answer again.
      const claimed = await withoutSync(db, (unsynced) =>
        claimGenerations(unsynced, free, { processId, now: now(), leaseMs, perUser }),
      )
      for (const one of claimed) begin(one)
    } catch (error) {
      log.error({ err: error }, 'answers could not be claimed')
    }
  }

  function begin(claimed: Claim): void {
    const job = createJob(claimed)
    // Another process took the answer over and queued it again, before this one noticed that its lease had expired.
    const earlier = jobs.get(claimed.id)
    if (earlier !== undefined) endJob(earlier, 'lost')
    jobs.set(claimed.id, job)
    metrics.setRunning(jobs.size)
    const failed = (error: unknown) => log.error({ err: error, generation: claimed.id }, 'an answer was left behind')
    const run = runFrom(origins.take(claimed.message_id), () => traced(job))
      .catch(failed)
      .finally(() => {
        // It may have been claimed again: then the lease of the later job is still to be renewed.
        if (jobs.get(claimed.id) === job) jobs.delete(claimed.id)
        running.delete(run)
        metrics.setRunning(jobs.size)
        claims.request()
      })
    running.add(run)
  }

  function traced(job: Job): Promise<void> {
    const attributes = {
      'companion.generation': job.claim.id,
      'companion.attempt': job.claim.attempts,
      ...requestAttributes(),
    }
    return inSpan('answer', { kind: 'CONSUMER', attributes }, () => write(job))
  }

  async function write(job: Job): Promise<void> {
    const outcome = await runGeneration(deps, writer, job)
    const unseen = isUnseen(bus, job.claim, now())
    if (outcome !== null && (await writer.finish(job, outcome))) {
      metrics.ended(outcome.status)
      if (outcome.status === 'complete' && unseen) onReady(job.claim)
      if (outcome.status === 'complete' && deps.config.scoring) await bus.publish(SCORINGS_TOPIC, 'queued')
    } else if (job.ended === 'shutdown') await requeue(deps, job.claim)
    else log.info({ generation: job.claim.id }, 'an answer was deleted, or taken over by another process')
  }

  function heard(payload: string): void {
    const stopped = stoppedBy(payload)
    const job = stopped === null ? undefined : jobs.get(stopped)
    if (job) endJob(job, 'stopped')
    const queued = queuedBy(payload)
    if (queued !== null) origins.add(queued)
    if (stopped === null) claims.request()
  }

  function every(ms: number, what: string, work: () => Promise<unknown>): NodeJS.Timeout {
    let busy = false
    const run = async () => {
      if (busy || stopping) return
      busy = true
      const done = work().catch((error: unknown) =>
        log.error({ err: error, what }, 'a regular task of the answers failed'),
      )
      chores.add(done)
      await done
      chores.delete(done)
      busy = false
    }
    return setInterval(run, ms).unref()
  }

  /** On SQLite only one process runs, so a generation with another owner belongs to a dead one. */
  function isAbandoned(found: Found, booting: boolean): boolean {
    if (engine === 'sqlite' && (booting || found.owner !== processId)) return true
    if (found.owner === processId && jobs.has(found.id)) return false
    return found.lease_expires_at === null || found.lease_expires_at < isoTime(now())
  }

  async function sweep(booting = false): Promise<void> {
    await takeOver(deps, (found) => isAbandoned(found, booting))
    metrics.setQueued(await countQueued(db))
    claims.request()
  }

  return {
    async start() {
      unsubscribe = bus.subscribe(GENERATIONS_TOPIC, heard)
      await sweep(true)
      timers = [
        every(options.sweepMs, 'looking for abandoned answers', () => sweep()),
        every(options.pruneMs, 'deleting old chunks', () => pruneGenerations(db, now())),
        setInterval(() => writer.renew(jobs.values()), options.renewMs).unref(),
      ]
    },
    async stop() {
      stopping = true
      unsubscribe()
      await Promise.all([claims.stop(), ...chores])
      const grace = new AbortController()
      const all = Promise.all(running)
      await Promise.race([all, delay(options.graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      for (const job of jobs.values()) endJob(job, 'shutdown')
      await all
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** After this time the user has probably switched away, though a hidden page may still be connected. */
const WATCHING_MS = 5_000

/**
 * Whether the user may not see the end of an answer: it took long, or no connection in this process follows it. If a
 * page of the user is visible after all, it suppresses the notification.
 */
function isUnseen(bus: Bus, claim: Claim, now: number): boolean {
  return now - Date.parse(claim.created_at) >= WATCHING_MS || !bus.isHeard(answerTopic(claim.id))
}
