import type { Language } from '#i18n/languages.ts'

export interface SpeechOutput {
  /** Speaks a sentence; resolves when it has been spoken or `signal` is aborted, rejects when it cannot be. */
  say(sentence: string, language: Language, signal: AbortSignal): Promise<void>
  /** Fetches the next sentence while another one is spoken. */
  prepare(sentence: string, language: Language): void
}
