/** A stand-in for speech synthesis: silent, ends an utterance when told to, and records the utterances. */
export class SpeechStandIn {
  readonly said: { text: string; voice: string | null; lang: string }[] = []
  readonly voices: { voiceURI: string; name: string; lang: string; default: boolean; localService: boolean }[] = []
  /** As in a browser, an utterance waits in a queue while another one is spoken. */
  #queue: Utterance[] = []

  speak(utterance: Utterance): void {
    this.said.push({ text: utterance.text, voice: utterance.voice?.voiceURI ?? null, lang: utterance.lang })
    this.#queue.push(utterance)
  }

  cancel(): void {
    const stopped = this.#queue
    this.#queue = []
    for (const utterance of stopped) utterance.onerror?.({ error: 'canceled' })
  }

  /** Ends the current utterance. */
  finish(): void {
    this.#queue.shift()?.onend?.()
  }

  fail(error: string): void {
    this.#queue.shift()?.onerror?.({ error })
  }

  get speaking(): string | null {
    return this.#queue[0]?.text ?? null
  }

  getVoices() {
    return this.voices
  }
}

export class Utterance {
  readonly text: string
  voice: { voiceURI: string } | null = null
  lang = ''
  onend: (() => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null

  constructor(text: string) {
    this.text = text
  }
}
