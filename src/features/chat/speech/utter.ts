interface UtterOptions {
  voice: SpeechSynthesisVoice | null
  /** Of the text; a voice has its own. */
  language: string
  onStart?: () => void
  onEnd: () => void
  /** Not called for an utterance that was cancelled. */
  onFailure: (reason: string) => void
}

/** Some browsers garbage-collect an utterance without a reference, and its `end` event never fires. */
let held: SpeechSynthesisUtterance | null = null

/** Speaks one sentence by the browser. Returns the function that cancels it, after which nothing is called any more. */
export function utter(sentence: string, { voice, language, onStart, onEnd, onFailure }: UtterOptions): () => void {
  const utterance = new SpeechSynthesisUtterance(sentence)
  if (voice) utterance.voice = voice
  utterance.lang = voice?.lang ?? language
  // A cancelled utterance may still report its end: only the current one counts.
  utterance.onstart = () => {
    if (held === utterance) onStart?.()
  }
  utterance.onend = () => {
    if (held === utterance) onEnd()
  }
  utterance.onerror = ({ error }) => {
    if (held === utterance) onFailure(error)
  }
  held = utterance
  window.speechSynthesis.speak(utterance)
  return () => {
    if (held !== utterance) return
    held = null
    window.speechSynthesis.cancel()
  }
}
