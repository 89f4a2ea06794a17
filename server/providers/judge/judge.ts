import type { Axis, ScoreSource } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'

/** `quote` is empty where nothing is quoted; a score of null is "not assessed". */
export interface Assessment {
  score: number | null
  reason: string
  quote: string
}

/** One scoring of an answer. */
export type Reading = Readonly<Record<Axis, Assessment>>

export interface Material {
  question: string
  answer: string
  /** Of the reasons. */
  language: Language
}

export interface ReadOptions {
  /** Two readings are made of an answer, neither knowing of the other. */
  which: 'first' | 'second'
  /** What was wrong with the try before; the last one that is made. */
  problem?: JudgeProblem | 'quotes' | undefined
  signal: AbortSignal
}

export interface Judge {
  readonly source: ScoreSource
  readonly rubricVersion: string
  /** Scores are whole numbers from 0 to 100; whether quotes stand in the answer is for the caller. Throws JudgeError. */
  read(material: Material, options: ReadOptions): Promise<{ reading: Reading; usage: Usage | null }>
}

/** `refused`: the server of the model does not take such a request; `malformed`: what came is not what was asked for. */
export type JudgeProblem = 'unreachable' | 'refused' | 'malformed'

/** Never carries what the model said: it may quote the chat. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError'
  readonly problem: JudgeProblem
  /** What the try took all the same. */
  readonly usage: Usage | null
  /** What the log may say of its cause: a status of HTTP and the name of an error. */
  readonly seen: { status?: number | undefined; kind?: string }

  constructor(problem: JudgeProblem, usage: Usage | null = null, seen: JudgeError['seen'] = {}) {
    super(problem)
    this.problem = problem
    this.usage = usage
    this.seen = seen
  }
}
