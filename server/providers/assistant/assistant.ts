import type { GenerationFailure } from '#contract/errors.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'

/** One message of a prompt. Prompts are ordered oldest first. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A chunk of an answer; reasoning and answer text come in separate chunks. */
export type AnswerChunk =
  | { kind: 'reasoning'; text: string }
  | { kind: 'delta'; text: string }
  /** The last chunk, if the model reported its token counts. */
  | { kind: 'usage'; usage: Usage }

/** The model server of the assistant, for other requests than those of the chat (the judge's). */
export interface ModelServer {
  /** The base URL including `/v1`. */
  baseUrl: string
  apiKey: string | null
  /** The first model of the server; undefined when the server lists none. */
  model(): Promise<string | undefined>
}

export interface Assistant {
  /** Shown to users. */
  readonly name: string
  readonly kind: 'model' | 'practice'
  readonly server?: ModelServer
  /** Ends normally when the answer is complete, and early when aborted; throws AssistantError otherwise. */
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
