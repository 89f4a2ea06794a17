import type { Axis, ScoreSource } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'

/** `quote` is empty when there is none; a null score means "not assessed". */
export interface Assessment {
  score: number | null
  reason: string
  quote: string
}

/** One scoring of an answer. */
export type Reading = Readonly<Record<Axis, Assessment>>

/** What a judge reads of an exchange. */
export interface JudgeInput {
  question: string
  answer: string
  /** The language of the reasons. */
  language: Language
}

export interface ReadOptions {
  /** An answer gets two independent readings. */
  which: 'first' | 'second'
  /** What was wrong with the previous attempt; set for the last attempt only. */
  problem?: JudgeProblem | 'quotes' | undefined
  signal: AbortSignal
}

export interface Judge {
  readonly source: ScoreSource
  readonly rubricVersion: string
  /** Scores are integers from 0 to 100; the caller checks that quotes occur in the answer. Throws JudgeError. */
  read(input: JudgeInput, options: ReadOptions): Promise<{ reading: Reading; usage: Usage | null }>
}

/** `refused`: the model server rejects such a request; `malformed`: the output does not match the schema. */
export type JudgeProblem = 'unreachable' | 'refused' | 'malformed'

/** Never contains the model's output, because it may quote the chat. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError'
  readonly problem: JudgeProblem
  /** The usage of the failed attempt. */
  readonly usage: Usage | null
  /** The cause for the log: an HTTP status and the name of an error. */
  readonly seen: { status?: number | undefined; kind?: string }

  constructor(problem: JudgeProblem, usage: Usage | null = null, seen: JudgeError['seen'] = {}) {
    super(problem)
    this.problem = problem
    this.usage = usage
    this.seen = seen
  }
}
