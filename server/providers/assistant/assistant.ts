import type { GenerationFailure } from '#contract/errors.ts'
import type { Source } from '#contract/objects/chat.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'

/** One message of a prompt. Prompts are ordered oldest first. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** The files of this question as text, which is quoted as such. */
  files?: string
  /** Only for an assistant with `vision`. */
  pictures?: readonly Picture[]
  /** What was looked up for this question: text of strangers, which is quoted as such. */
  web?: Pick<LookedUp, 'text' | 'sources'>
}

export interface Picture {
  mediaType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The result of a web search: `text` is for the model, and quotes the pages or says why there are none. */
export interface LookedUp {
  text: string
  sources: readonly Source[]
  /** Whether another look-up is possible. */
  more: boolean
}

/** A chunk of an answer; reasoning and answer text come in separate chunks. */
export type AnswerChunk =
  | { kind: 'reasoning'; text: string }
  | { kind: 'delta'; text: string }
  /** The last chunk, if the model reported its token counts. */
  | { kind: 'usage'; usage: Usage }

/** The model server of the assistant, for other requests than those of the chat (the judge's). */
interface ModelServer {
  /** The base URL including `/v1`. */
  baseUrl: string
  apiKey: string | null
  /** The assistant's model: the configured one, else the server's first; undefined while the server lists none. */
  model(): Promise<string | undefined>
}

export interface AnswerOptions {
  signal: AbortSignal
  language: Language
  /**
   * A web search that the model may call while it answers, only for an assistant with `callsTools`. Throws
   * ToolsRefusedError before the first chunk when the model cannot call tools after all.
   */
  lookUp?: (query: string) => Promise<LookedUp>
}

export interface Assistant {
  /** Shown to users. */
  readonly name: string
  readonly kind: 'model' | 'practice'
  readonly server?: ModelServer
  /** Whether it can be given pictures; missing: it cannot. */
  readonly vision?: boolean
  /** Whether it can be given `lookUp`. */
  readonly callsTools?: boolean
  /** Ends normally when the answer is complete, and early when aborted; throws AssistantError otherwise. */
  answer(turns: readonly Turn[], options: AnswerOptions): AsyncIterable<AnswerChunk>
}

export class AssistantError extends Error {
  override readonly name = 'AssistantError'
  readonly code: GenerationFailure

  constructor(code: GenerationFailure, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** The model server ended the answer at its length limit, in the middle of a sentence. */
export class LengthLimitError extends AssistantError {}

/** The model server rejects requests with tools. */
export class ToolsRefusedError extends Error {
  override readonly name = 'ToolsRefusedError'
}

/** The model server rejects requests with pictures. */
export class PicturesRefusedError extends Error {
  override readonly name = 'PicturesRefusedError'
}
