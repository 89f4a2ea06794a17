import { Counter, type Registry } from 'prom-client'
import type { Usage } from '#contract/stream.ts'

export interface ScoringMetrics {
  ended(result: 'scored' | 'failed' | 'lost'): void
  took(usage: Usage | null): void
}

/** Metrics of this process; the judge's tokens are counted apart from those of answers. */
export function scoringMetrics(registry: Registry): ScoringMetrics {
  const registers = [registry]
  const ended = new Counter({
    name: 'companion_scorings_ended_total',
    help: 'Scorings of answers that ended, by result',
    labelNames: ['result'],
    registers,
  })
  const tokens = new Counter({
    name: 'companion_scoring_tokens_total',
    help: 'Tokens that scoring took, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    ended: (result) => ended.inc({ result }),
    took: (usage) => {
      if (usage === null) return
      tokens.inc({ kind: 'prompt' }, usage.prompt_tokens)
      tokens.inc({ kind: 'completion' }, usage.completion_tokens)
    },
  }
}
