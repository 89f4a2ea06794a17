import type { Language } from '#contract/primitives.ts'

interface Recording {
  bytes: Uint8Array<ArrayBuffer>
  mediaType: string
  /** The usual ending of its files, by which some servers recognise the format. */
  extension: string
}

interface SpeechOptions {
  /** Undefined: the service decides, or its default voice speaks. */
  language: Language | undefined
  signal: AbortSignal
}

/** A speech service. A function is null where the service does not offer it; both throw SpeechError. */
export interface SpeechService {
  readonly transcribe: ((recording: Recording, options: SpeechOptions) => Promise<string>) | null
  /** The speech as MP3, while it arrives. */
  readonly speak: ((text: string, options: SpeechOptions) => Promise<ReadableStream<Uint8Array>>) | null
}

/**
 * Its message contains neither text nor recording, so that logs do not. `refused`: the service does not read this
 * recording or text.
 */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  readonly problem: 'unreachable' | 'status' | 'malformed' | 'refused'

  constructor(problem: SpeechError['problem'], options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
