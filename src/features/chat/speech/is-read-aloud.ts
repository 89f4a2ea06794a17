import { canSpeak } from '#data/speech-voices.ts'
import { isListening } from './listening.ts'
import { readMode } from './modes.ts'

/** Whether an answer is read aloud when it is finished: nobody is spoken to who does not look, nor who is speaking. */
export function isSpoken(autoplay: boolean): boolean {
  const wished = autoplay && canSpeak() && readMode('response') === 'voice'
  return wished && !isListening() && document.visibilityState === 'visible'
}
