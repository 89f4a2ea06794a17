import { speak } from '#contract/endpoints/speech.ts'
import type { Language } from '#i18n/languages.ts'
import { api } from '#session/api.ts'
import { runAudio } from './run-audio.ts'
import type { SpeechOutput } from './speech-output.ts'

/** Speaks by this server's speech service. */
export function speakByServer(audio: AudioContext, userId: number): SpeechOutput {
  const prepared = new Map<string, Promise<AudioBuffer>>()

  async function fetchSpeech(text: string, language: Language): Promise<AudioBuffer> {
    const response = await api.request(speak, { body: { text, language }, as: userId })
    return audio.decodeAudioData(await response.arrayBuffer())
  }

  function prepare(sentence: string, language: Language): Promise<AudioBuffer> {
    const known = prepared.get(sentence)
    if (known) return known
    const fetched = fetchSpeech(sentence, language)
    prepared.set(sentence, fetched)
    // Whoever says it sees the failure, and a further attempt fetches it again.
    fetched.catch(() => prepared.delete(sentence))
    return fetched
  }

  return {
    prepare: (sentence, language) => void prepare(sentence, language),
    say: async (sentence, language, signal) => {
      const buffer = await prepare(sentence, language)
      prepared.delete(sentence)
      if (signal.aborted) return
      await runAudio(audio)
      if (signal.aborted) return
      const source = audio.createBufferSource()
      source.buffer = buffer
      source.connect(audio.destination)
      await new Promise<void>((resolve) => {
        source.onended = () => resolve()
        signal.addEventListener('abort', () => source.stop(), { once: true })
        source.start()
      })
    },
  }
}
