import { setTimeout as delay } from 'node:timers/promises'
import { axes } from '#contract/objects/scores.ts'
import type { Usage } from '#contract/stream.ts'
import {
  type Judge,
  JudgeError,
  type JudgeInput,
  type JudgeProblem,
  type Reading,
  type ReadOptions,
} from '../../../providers/judge/judge.ts'

const TRIES = 2

interface Options {
  which: ReadOptions['which']
  signal: AbortSignal
  pauseMs: number
  /** Called with the cause of a failure, without text of the chat. */
  onFailure: (failure: { problem: JudgeProblem } & JudgeError['seen']) => void
}

interface Taken {
  reading: Reading | null
  usage: Usage | null
}

/**
 * Makes one reading of an answer, with one retry. Every quote must occur literally in the answer: if both attempts
 * misquote, the better one is used without those quotes. Throws when the signal is aborted.
 */
export async function takeReading(
  judge: Judge,
  input: JudgeInput,
  { which, signal, pauseMs, onFailure }: Options,
): Promise<Taken> {
  let usage: Usage | null = null
  let best: { reading: Reading; refused: number } | null = null
  let problem: ReadOptions['problem']
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (problem !== undefined) await delay(pauseMs, undefined, { signal })
    // The judge would not notice an abort from before its call.
    signal.throwIfAborted()
    try {
      const read = await judge.read(input, { which, problem, signal })
      usage = addUsage(usage, read.usage)
      const checked = withoutForeignQuotes(read.reading, input.answer)
      if (best === null || checked.refused < best.refused) best = checked
      if (checked.refused === 0) break
      problem = 'quotes'
    } catch (error) {
      signal.throwIfAborted()
      const kind = error instanceof Error ? error.name : typeof error
      const failed = error instanceof JudgeError ? error : new JudgeError('malformed', null, { kind })
      problem = failed.problem
      usage = addUsage(usage, failed.usage)
      onFailure({ problem: failed.problem, ...failed.seen })
    }
  }
  return { reading: best?.reading ?? null, usage }
}

export function addUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
  }
}

/** Removes and counts the quotes that do not occur in the answer. */
function withoutForeignQuotes(reading: Reading, answer: string): { reading: Reading; refused: number } {
  let refused = 0
  const checked = Object.fromEntries(
    axes.map((axis) => {
      const assessment = reading[axis]
      const quote = assessment.quote.trim()
      const stands = answer.includes(quote)
      if (!stands) refused += 1
      return [axis, { ...assessment, quote: stands ? quote : '' }]
    }),
  )
  return { reading: checked as unknown as Reading, refused }
}
