import { pickVoice, readVoices } from '#data/speech-voices.ts'
import { utter } from '../../speech/utter.ts'
import type { SpeechOutput } from './speech-output.ts'

/** Where the browser has no voice for the language, some begin nothing and report nothing. */
const BEGIN_WITHIN_MS = 8_000

/** Speaks by the browser's voices; `chosen` is the voice of the chat profile. */
export function speakInBrowser(chosen: string | null): SpeechOutput {
  return {
    prepare: () => undefined,
    say: (sentence, language, signal) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          settle()
        }
        const voice = pickVoice(readVoices(), chosen, language)
        const cancel = utter(sentence, {
          ...{ voice, language },
          onStart: () => clearTimeout(timer),
          onEnd: () => end(resolve),
          onFailure: (reason) => end(() => reject(new Error(`speech synthesis: ${reason}`))),
        })
        const onAbort = () => {
          cancel()
          end(resolve)
        }
        const timer = setTimeout(() => {
          cancel()
          end(() => reject(new Error('speech synthesis did not begin')))
        }, BEGIN_WITHIN_MS)
        signal.addEventListener('abort', onAbort)
      }),
  }
}
