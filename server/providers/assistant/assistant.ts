import type { GenerationFailure } from '#contract/errors.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'

/** One turn as the model sees it, oldest first. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A chunk of an answer; the text of reasoning never mixes with that of the answer. */
export type AnswerChunk =
  | { kind: 'reasoning'; text: string }
  | { kind: 'delta'; text: string }
  /** Last, when the model reported its count. */
  | { kind: 'usage'; usage: Usage }

/** Where a model answers; for whoever asks it something else than the chat does. */
export interface ModelServer {
  /** Up to and including `/v1`. */
  baseUrl: string
  apiKey: string | null
  /** Undefined when the server does not say what it has. */
  model(): Promise<string | undefined>
}

export interface Assistant {
  /** Shown to users. */
  readonly name: string
  readonly kind: 'model' | 'practice'
  readonly server?: ModelServer
  /** Ends normally when the answer is complete; throws AssistantError otherwise; aborting ends it early. */
  answer(turns: readonly Turn[], options: { signal: AbortSignal; language: Language }): AsyncIterable<AnswerChunk>
}

export class AssistantError extends Error {
  override readonly name = 'AssistantError'
  readonly code: GenerationFailure

  constructor(code: GenerationFailure, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
