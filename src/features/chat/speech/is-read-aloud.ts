import { canSpeak } from '#data/speech-voices.ts'
import { isListening } from './listening.ts'
import { readMode } from './modes.ts'

/** Returns whether a finished answer is read aloud: only on a visible page and not while the user dictates. */
export function isReadAloud(autoplay: boolean): boolean {
  const wished = autoplay && canSpeak() && readMode('response') === 'voice'
  return wished && !isListening() && document.visibilityState === 'visible'
}
