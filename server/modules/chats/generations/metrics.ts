import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface GenerationMetrics {
  setRunning(count: number): void
  setQueued(count: number): void
  firstChunk(ms: number): void
  ended(status: string): void
}

/** Metrics of this process; `queued` is the number of queued generations when it last read it. */
export function generationMetrics(registry: Registry): GenerationMetrics {
  const registers = [registry]
  const running = new Gauge({ name: 'companion_generations_running', help: 'Answers being written here', registers })
  const queued = new Gauge({ name: 'companion_generations_queued', help: 'Answers waiting, everywhere', registers })
  const first = new Histogram({
    name: 'companion_first_token_ms',
    help: 'From the question to the first stored chunk of its answer',
    buckets: [25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000],
    registers,
  })
  const ended = new Counter({
    name: 'companion_generations_ended_total',
    help: 'Answers that ended, by status',
    labelNames: ['status'],
    registers,
  })
  return {
    setRunning: (count) => running.set(count),
    setQueued: (count) => queued.set(count),
    firstChunk: (ms) => first.observe(ms),
    ended: (status) => ended.inc({ status }),
  }
}
