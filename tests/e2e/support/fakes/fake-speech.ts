import type { Page } from '@playwright/test'

/** The fake of speech synthesis and recognition; see `fakeSpeech`. */
interface Said {
  said: string[]
  speaking: string | null
  finish(): void
  hear(text: string, isFinal: boolean): void
}

/**
 * Replaces the browser's speech APIs from the next navigation on: the fake records the texts to speak, and recognises
 * the text that the test passes. `ears: false`: a browser without speech recognition.
 */
export async function fakeSpeech(page: Page, { ears }: { ears: boolean }): Promise<void> {
  await page.addInitScript((canHear) => {
    type Listener = ((event?: unknown) => void) | null
    type Spoken = { text: string; onstart?: Listener; onend?: Listener; onerror?: Listener }
    type Ear = { onresult?: ((event: unknown) => void) | null; onend?: (() => void) | null }
    let current: Spoken | null = null
    let ear: Ear | null = null
    const said: string[] = []
    const synthesis = Object.assign(new EventTarget(), {
      speak: (spoken: Spoken) => {
        // The app speaks an empty text where an utterance needs a user gesture, which this fake does not require.
        if (spoken.text === '') return
        current = spoken
        said.push(spoken.text)
        spoken.onstart?.()
      },
      cancel: () => {
        const stopped = current
        current = null
        stopped?.onerror?.({ error: 'canceled' })
      },
      getVoices: () => [],
    })
    class Utterance {
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
    class Recognition {
      start() {
        ear = this as Ear
      }
      stop() {
        const ended = ear
        ear = null
        ended?.onend?.()
      }
      abort() {
        this.stop()
      }
    }
    const define = (name: string, value: unknown) =>
      Object.defineProperty(window, name, { value, configurable: true, writable: true })
    define('speechSynthesis', synthesis)
    define('SpeechSynthesisUtterance', Utterance)
    Reflect.deleteProperty(window, 'SpeechRecognition')
    Reflect.deleteProperty(window, 'webkitSpeechRecognition')
    if (canHear) define('webkitSpeechRecognition', Recognition)
    define('fakeSpeechState', {
      said,
      get speaking() {
        return current?.text ?? null
      },
      finish: () => {
        const ended = current
        current = null
        ended?.onend?.()
      },
      hear: (text: string, isFinal: boolean) =>
        ear?.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript: text } }] }),
    })
  }, ears)
}

const stateOf = () => (window as unknown as { fakeSpeechState: Said }).fakeSpeechState

/** Returns all spoken texts in order. */
export const said = (page: Page): Promise<string[]> => page.evaluate(`(${stateOf})().said`)
export const speaking = (page: Page): Promise<string | null> => page.evaluate(`(${stateOf})().speaking`)
export const finishSentence = (page: Page): Promise<void> => page.evaluate(`(${stateOf})().finish()`)
export const hear = (page: Page, text: string, isFinal: boolean): Promise<void> =>
  page.evaluate(`(${stateOf})().hear(${JSON.stringify(text)}, ${isFinal})`)
