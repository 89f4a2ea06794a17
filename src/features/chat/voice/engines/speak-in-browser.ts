import { pickVoice, readVoices } from '#data/speech-voices.ts'
import { utter } from '../../speech/utter.ts'
import type { SpeechOutput } from './speech-output.ts'

/** Speaks by the browser's voices; `selected` is the voice of the chat profile. */
export function speakInBrowser(selected: string | null): SpeechOutput {
  return {
    prepare: () => undefined,
    say: (sentence, language, signal) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          signal.removeEventListener('abort', onAbort)
          settle()
        }
        const voice = pickVoice(readVoices(), selected, language)
        const cancel = utter(sentence, {
          ...{ voice, language },
          onEnd: () => end(resolve),
          onFailure: (reason) => end(() => reject(new Error(`speech synthesis: ${reason}`))),
        })
        const onAbort = () => {
          cancel()
          end(resolve)
        }
        signal.addEventListener('abort', onAbort)
      }),
  }
}
