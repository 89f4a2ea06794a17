import * as v from 'valibot'

/** The part of the Web Speech API that dictation needs; some browsers prefix it or lack it. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: unknown) => void) | null
  onerror: ((event: unknown) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

const Heard = v.object({
  resultIndex: v.number(),
  results: v.custom<ArrayLike<unknown>>((value) => typeof value === 'object' && value !== null && 'length' in value),
})
const Result = v.object({ isFinal: v.boolean(), 0: v.object({ transcript: v.string() }) })
const Failure = v.object({ error: v.string() })

export interface DictationOptions {
  /** A BCP 47 tag. */
  language: string
  /** Receives final text, which will not change any more. */
  onText: (text: string) => void
  /** Receives the interim text; empty when it has become final. */
  onGuess: (text: string) => void
  /** Called when dictation ends; `failure` is the browser's error name, or null. */
  onEnd: (failure: string | null) => void
}

function findRecognition(): (new () => Recognition) | null {
  if (typeof window === 'undefined') return null
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) {
    const found: unknown = Reflect.get(window, name)
    if (typeof found === 'function') return found as new () => Recognition
  }
  return null
}

/** Returns whether this browser supports speech recognition. */
export const canDictate = (): boolean => findRecognition() !== null

/** Ends dictation: the current speech is still transcribed; after `abort` it is discarded. */
export type EndDictation = (() => void) & { abort: () => void }

/** Listens until it is stopped or hears nothing more. Returns the function that ends it. */
export function startDictation({ language, onText, onGuess, onEnd }: DictationOptions): EndDictation {
  const Recogniser = findRecognition()
  if (Recogniser === null) return Object.assign(() => undefined, { abort: () => undefined })
  const recognition = new Recogniser()
  recognition.lang = language
  recognition.interimResults = true
  // On Android a continuous session repeats earlier results.
  recognition.continuous = !/Android/i.test(navigator.userAgent)
  let failure: string | null = null
  recognition.onresult = (event) => {
    const heard = v.safeParse(Heard, event)
    if (!heard.success) return
    let guess = ''
    for (let index = heard.output.resultIndex; index < heard.output.results.length; index += 1) {
      const result = v.safeParse(Result, heard.output.results[index])
      if (!result.success) continue
      const transcript = result.output[0].transcript
      if (result.output.isFinal) onText(transcript.trim())
      else guess += transcript
    }
    onGuess(guess.trim())
  }
  recognition.onerror = (event) => {
    const parsed = v.safeParse(Failure, event)
    const error = parsed.success ? parsed.output.error : 'unknown'
    if (error !== 'no-speech' && error !== 'aborted') failure = error
  }
  recognition.onend = () => onEnd(failure)
  recognition.start()
  return Object.assign(() => recognition.stop(), { abort: () => recognition.abort() })
}
