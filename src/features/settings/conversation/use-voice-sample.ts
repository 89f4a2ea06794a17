import { useEffect, useState } from 'react'

/** Says one sentence at a time; leaving the page ends it. */
export function useSample() {
  const [state, setState] = useState<'quiet' | 'playing' | 'failed'>('quiet')
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  const toggle = (text: string, voice: SpeechSynthesisVoice | null, language: string) => {
    window.speechSynthesis.cancel()
    if (state === 'playing') return setState('quiet')
    const words = new SpeechSynthesisUtterance(text)
    words.lang = voice?.lang ?? language
    if (voice) words.voice = voice
    words.onend = () => setState('quiet')
    // Cancelled by ourselves is no failure.
    words.onerror = ({ error }) => setState(error === 'canceled' || error === 'interrupted' ? 'quiet' : 'failed')
    setState('playing')
    window.speechSynthesis.speak(words)
  }
  return { isPlaying: state === 'playing', hasFailed: state === 'failed', toggle }
}
