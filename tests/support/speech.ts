/** A stand-in for the browser's voice: says nothing, ends an utterance when told to, and remembers what it was given. */
export class SpeechStandIn {
  readonly said: { text: string; voice: string | null; lang: string }[] = []
  readonly voices: { voiceURI: string; name: string; lang: string; default: boolean; localService: boolean }[] = []
  #current: Utterance | null = null

  speak(utterance: Utterance): void {
    this.said.push({ text: utterance.text, voice: utterance.voice?.voiceURI ?? null, lang: utterance.lang })
    this.#current = utterance
  }

  cancel(): void {
    const stopped = this.#current
    this.#current = null
    stopped?.onerror?.({ error: 'canceled' })
  }

  /** The sentence has been said to its end. */
  finish(): void {
    const ended = this.#current
    this.#current = null
    ended?.onend?.()
  }

  fail(error: string): void {
    const failed = this.#current
    this.#current = null
    failed?.onerror?.({ error })
  }

  get speaking(): string | null {
    return this.#current?.text ?? null
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
