import { canSpeak } from '#data/speech-voices.ts'
import { readMode } from './modes.ts'

/** WebKit on iOS drops utterances, without an event, until the page has spoken one during a user gesture. */
export function unlockSpeech(): void {
  if (canSpeak()) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
}

/** Called by each press that requests an answer, which is read aloud when no gesture lasts any more. */
export function unlockSpokenAnswers(): void {
  if (readMode('response') === 'voice') unlockSpeech()
}
