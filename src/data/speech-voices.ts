import { useSyncExternalStore } from 'react'

const none: readonly SpeechSynthesisVoice[] = []
let known: readonly SpeechSynthesisVoice[] = none

const synthesis = (): SpeechSynthesis | undefined =>
  typeof window !== 'undefined' && 'speechSynthesis' in window ? window.speechSynthesis : undefined

/** Whether this browser supports speech synthesis. */
export const canSpeak = (): boolean => synthesis() !== undefined && 'SpeechSynthesisUtterance' in window

/** The browser's voices; empty until they are loaded, or if there are none. Re-renders when they change. */
export function useVoices(): readonly SpeechSynthesisVoice[] {
  return useSyncExternalStore(subscribe, readVoices, () => none)
}

function subscribe(listener: () => void): () => void {
  const speech = synthesis()
  // Some browsers have `speechSynthesis` without events.
  if (typeof speech?.addEventListener !== 'function') return () => {}
  speech.addEventListener('voiceschanged', listener)
  return () => speech.removeEventListener('voiceschanged', listener)
}

/** The current voices; the same array while they are unchanged. */
export function readVoices(): readonly SpeechSynthesisVoice[] {
  const voices = synthesis()?.getVoices() ?? none
  const isSame = voices.length === known.length && voices.every((voice, n) => voice.voiceURI === known[n]?.voiceURI)
  if (!isSame) known = voices
  return known
}

/** The language of a voice: `es` for `es-MX` and `es_MX`. */
export const languageOfVoice = ({ lang }: Pick<SpeechSynthesisVoice, 'lang'>): string =>
  lang.toLowerCase().split(/[-_]/)[0] ?? ''

/**
 * The voice to speak with: the chosen one (its `voiceURI`) if this device has it and it speaks the language, else the
 * first of the language, the browser's default and local ones first. Null: the browser decides.
 */
export function pickVoice(
  voices: readonly SpeechSynthesisVoice[],
  selected: string | null,
  language: string,
): SpeechSynthesisVoice | null {
  const fitting = voices.filter((voice) => languageOfVoice(voice) === language)
  const score = (voice: SpeechSynthesisVoice) => (voice.default ? 2 : 0) + (voice.localService ? 1 : 0)
  const best = [...fitting].sort((a, b) => score(b) - score(a))[0] ?? null
  return fitting.find(({ voiceURI }) => voiceURI === selected) ?? best
}
