import type { Language } from '#i18n/languages.ts'
import type { SpeechOutput } from './engines/speech-output.ts'
import { readySentences } from './ready-sentences.ts'

/** The answer as far as it is written. */
export interface WrittenAnswer {
  text: string
  isFinished: boolean
}

interface ReaderOptions {
  read: () => WrittenAnswer
  /** Resolves when the answer has changed, or `signal` is aborted. */
  changed: (signal: AbortSignal) => Promise<void>
  output: SpeechOutput
  fallback: Language
  onSentence: (sentence: string) => void
  /** Called when all complete sentences that are written so far have been spoken. */
  onWaiting: () => void
}

/** Reads an answer aloud, sentence by sentence, while it is written. */
export interface AnswerReader {
  /**
   * Reads from the sentence that was not spoken to its end; resolves after the last one, or when `signal` is aborted.
   */
  run(signal: AbortSignal): Promise<void>
}

export function createAnswerReader(options: ReaderOptions): AnswerReader {
  const { read, changed, output, fallback, onSentence, onWaiting } = options
  let spoken = 0
  return {
    async run(signal) {
      while (!signal.aborted) {
        const { text, isFinished } = read()
        const { language, sentences } = readySentences(text, { isFinished, fallback })
        const sentence = sentences[spoken]
        if (sentence === undefined) {
          if (isFinished) return
          onWaiting()
          await changed(signal)
          continue
        }
        onSentence(sentence)
        const next = sentences[spoken + 1]
        const saying = output.say(sentence, language, signal)
        if (next !== undefined) output.prepare(next, language)
        await saying
        if (!signal.aborted) spoken += 1
      }
    },
  }
}
