/** A fake of speech synthesis: silent, ends an utterance when told to, and records the utterances. */
export class FakeSpeech {
  /** As WebKit on iOS, drops utterances without an event until one is spoken while the page handles a user's input. */
  needsGesture = false
  readonly said: { text: string; voice: string | null; lang: string }[] = []
  readonly voices: { voiceURI: string; name: string; lang: string; default: boolean; localService: boolean }[] = []
  /** As in a browser, an utterance waits in a queue while another one is spoken. */
  #queue: Utterance[] = []

  speak(utterance: Utterance): void {
    if (['click', 'submit', 'keydown'].includes(window.event?.type ?? '')) this.needsGesture = false
    // An empty text is over at once.
    if (this.needsGesture || utterance.text === '') return
    this.said.push({ text: utterance.text, voice: utterance.voice?.voiceURI ?? null, lang: utterance.lang })
    this.#queue.push(utterance)
    if (this.#queue.length === 1) utterance.onstart?.()
  }

  cancel(): void {
    const stopped = this.#queue
    this.#queue = []
    for (const utterance of stopped) utterance.onerror?.({ error: 'canceled' })
  }

  /** Ends the current utterance. */
  finish(): void {
    this.#queue.shift()?.onend?.()
    this.#queue[0]?.onstart?.()
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
  onstart: (() => void) | null = null
  onend: (() => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null

  constructor(text: string) {
    this.text = text
  }
}
