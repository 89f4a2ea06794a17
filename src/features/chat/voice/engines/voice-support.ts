import type { PublicConfig } from '#contract/objects/config.ts'
import { canSpeak, readVoices } from '#data/speech-voices.ts'
import { isHomeScreenApp } from '#lib/browser/is-home-screen-app.ts'
import { canDictate } from '../../speech/dictation.ts'
import { canRecord } from './microphone.ts'

type Engine = 'browser' | 'server'

/** Who recognises and who speaks, the first choice first; an empty list where nobody can. */
export interface VoiceSupport {
  inputs: readonly Engine[]
  outputs: readonly Engine[]
}

/** `config` is undefined until the server has answered. */
export function voiceSupport(config: PublicConfig | undefined): VoiceSupport {
  const { transcribes = false, speaks = false } = config?.speech ?? {}
  // Safari has speech recognition in apps on the home screen too, where it never works.
  const hearing: Engine[] = canDictate() && !isHomeScreenApp() ? ['browser'] : []
  if (transcribes && canRecord()) hearing.push('server')
  const voices: Engine[] = canSpeak() ? ['browser'] : []
  // Some browsers offer speech synthesis and have no voices.
  if (speaks) readVoices().length > 0 ? voices.push('server') : voices.unshift('server')
  return { inputs: hearing, outputs: voices }
}
