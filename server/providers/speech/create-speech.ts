import type { Config } from '../../config/config.ts'
import { openAiSpeech } from './openai-speech.ts'
import type { SpeechService } from './speech.ts'

/** The speech service of the settings; null without SPEECH_BASE_URL. */
export function createSpeech({ speech }: Pick<Config, 'speech'>): SpeechService | null {
  return speech === null ? null : openAiSpeech(speech)
}
