import type { Dependencies } from '../../../../dependencies.ts'
import { type Chunk, endJob, type Job, type Outcome } from '../job.ts'
import { answerTopic } from '../topics.ts'
import { type Entry, type Written, writeBatch } from './write-batch.ts'

export interface Writer {
  /** Stores a chunk: the first one of an answer at once, later ones in batches. */
  add(job: Job, chunk: Chunk): void
  /** Stores the remaining chunks and ends the answer; false when the job was lost and nothing could be written. */
  finish(job: Job, outcome: Outcome): Promise<boolean>
  /** Renews the leases and detects requested stops, also for answers without new chunks. */
  renew(jobs: Iterable<Job>): void
}

type Deps = Pick<Dependencies, 'db' | 'engine' | 'bus' | 'now' | 'log' | 'processId' | 'config'>

interface Options {
  gatherMs: number
  leaseMs: number
  onFirstChunk: (job: Job) => void
}

/**
 * The only writer of a process: the chunks of all answers are stored in one transaction at a time, so that SQLite syncs
 * the disk once for all of them.
 */
export function createWriter(deps: Deps, { gatherMs, leaseMs, onFirstChunk }: Options): Writer {
  const waiting = new Set<Job>()
  let timer: NodeJS.Timeout | undefined
  let urgent = false
  let writing = false

  function wake(now: boolean): void {
    if (now) urgent = true
    if (writing) return
    if (urgent) void write()
    else timer ??= setTimeout(write, gatherMs)
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = true
    do {
      urgent = false
      const jobs = [...waiting]
      waiting.clear()
      // Chunks of a lost job were dropped; later ones must not be stored after the gap. Its run may wait for its end.
      for (const job of jobs) if (job.ended === 'lost') job.settle(false)
      const batch = jobs.filter((job) => job.ended !== 'lost').map(take)
      if (batch.length > 0) await store(batch)
    } while (urgent)
    writing = false
    if (waiting.size > 0) wake(false)
  }

  /** Retries until the leases have expired; other processes own the answers from then on. */
  async function store(batch: readonly Entry[]): Promise<void> {
    const giveUpAt = performance.now() + leaseMs
    for (let wait = 50, isRepeat = false; ; wait *= 2, isRepeat = true) {
      try {
        const { engine, processId, config } = deps
        const options = { engine, processId, now: deps.now, leaseMs, scoring: config.scoring, isRepeat }
        for (const one of await writeBatch(deps.db, batch, options)) settle(one)
        return
      } catch (error) {
        const last = performance.now() + wait > giveUpAt
        deps.log[last ? 'error' : 'warn']({ err: error, answers: batch.length }, 'answers could not be stored')
        if (last) {
          for (const entry of batch) settle({ entry, held: false, stopRequested: false })
          return
        }
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  function settle({ entry, held, stopRequested }: Written): void {
    const { job, chunks, outcome } = entry
    if (!held) {
      endJob(job, 'lost')
      job.settle(false)
      return
    }
    if (job.stored === job.claim.begun && chunks.length > 0) onFirstChunk(job)
    job.stored += chunks.length
    if (stopRequested) endJob(job, 'stopped')
    if (outcome !== null || chunks.length > 0) publish(answerTopic(job.claim.id), outcome === null ? 'more' : 'end')
    if (outcome !== null) job.settle(true)
  }

  function publish(topic: string, payload: string): void {
    deps.bus.publish(topic, payload).catch((error: unknown) => deps.log.warn({ err: error }, 'a notice was lost'))
  }

  return {
    add(job, chunk) {
      const last = job.pending.at(-1)
      if (last?.kind === chunk.kind) last.text += chunk.text
      else job.pending.push({ ...chunk })
      waiting.add(job)
      wake(job.stored === job.claim.begun)
    },
    finish(job, outcome) {
      if (job.ended === 'lost') return Promise.resolve(false)
      job.outcome = outcome
      return new Promise((resolve) => {
        job.settle = resolve
        waiting.add(job)
        wake(true)
      })
    },
    renew(jobs) {
      for (const job of jobs) if (job.outcome === null) waiting.add(job)
      if (waiting.size > 0) wake(true)
    },
  }
}

function take(job: Job): Entry {
  const entry = { job, from: job.stored + 1, chunks: job.pending, outcome: job.outcome }
  job.pending = []
  return entry
}
