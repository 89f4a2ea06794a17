/**
 * Some browsers begin nothing and report nothing: WebKit on iOS before the page has spoken during a user gesture, others
 * where they have no voice for the language.
 */
const BEGIN_WITHIN_MS = 8_000

interface UtterOptions {
  voice: SpeechSynthesisVoice | null
  /** Of the text; a voice has its own. */
  language: string
  onEnd: () => void
  /** Not called for an utterance that was cancelled. */
  onFailure: (reason: string) => void
}

/** Some browsers garbage-collect an utterance without a reference, and its `end` event never fires. */
let held: SpeechSynthesisUtterance | null = null

/** Speaks one sentence by the browser. Returns the function that cancels it, after which nothing is called any more. */
export function utter(sentence: string, { voice, language, onEnd, onFailure }: UtterOptions): () => void {
  const utterance = new SpeechSynthesisUtterance(sentence)
  if (voice) utterance.voice = voice
  utterance.lang = voice?.lang ?? language
  const timer = setTimeout(() => {
    if (held !== utterance) return
    cancel()
    onFailure('did not begin')
  }, BEGIN_WITHIN_MS)
  const cancel = () => {
    clearTimeout(timer)
    if (held !== utterance) return
    held = null
    window.speechSynthesis.cancel()
  }
  utterance.onstart = () => clearTimeout(timer)
  // A cancelled utterance may still report its end: only the current one counts.
  utterance.onend = () => {
    clearTimeout(timer)
    if (held === utterance) onEnd()
  }
  utterance.onerror = ({ error }) => {
    clearTimeout(timer)
    if (held === utterance) onFailure(error)
  }
  held = utterance
  window.speechSynthesis.speak(utterance)
  return cancel
}
