import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useVoices } from '#data/speech-voices.ts'
import { lazyModule, prefetch } from '#lib/lazy/lazy-module.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { WaveIcon } from '#ui/icons/voice-icons.tsx'
import { stop as stopSpeaking } from '../speech/speaker.ts'
import { unlockSpeech } from '../speech/unlock-speech.ts'
import { voiceSupport } from './engines/voice-support.ts'
import { voiceChatAtom } from './voice-chat-atom.ts'

/** Loaded when somebody is about to use it. */
export const voiceBar = lazyModule(() => import('./voice-bar.tsx'))

/** Opens a voice chat; renders nothing where nobody recognises speech or nobody speaks. */
export function VoiceButton() {
  const { t } = useLingui()
  const { data } = useQuery(configQuery, queryClient)
  useVoices()
  const { inputs, outputs } = voiceSupport(data)
  if (inputs.length === 0 || outputs.length === 0) return null
  return (
    <IconButton
      label={t`Start a voice chat`}
      icon={<WaveIcon />}
      size="l"
      round
      data-starts-voice
      onPointerEnter={() => prefetch(voiceBar)}
      onClick={open}
    />
  )
}

/** Browsers let a page make sounds only after a tap, during which it must have begun to. */
function open(): void {
  stopSpeaking()
  unlockSpeech()
  const audio = typeof AudioContext === 'function' ? new AudioContext() : null
  audio?.resume().catch(reportError)
  getDefaultStore().set(voiceChatAtom, { audio })
}
