import { Trans } from '@lingui/react/macro'
import { canSpeak } from '#data/speech-voices.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { SpeakerIcon } from '#ui/icons/icons.tsx'
import { MenuCheckbox } from '#ui/menu/menu-item.tsx'
import { setMode, useMode } from './modes.ts'
import { stop } from './speaker.ts'
import { unlockSpeech } from './unlock-speech.ts'

/** A menu item for whether finished answers are read aloud; renders nothing without speech synthesis. */
export function SpokenAnswersItem() {
  const on = useMode('response') === 'voice'
  const { autoplay } = useChatProfile()
  if (!canSpeak()) return null
  const change = (next: boolean) => {
    setMode('response', next ? 'voice' : 'text')
    if (!next) return stop()
    unlockSpeech()
    if (!autoplay) changeChatProfile({ autoplay: true }).catch(toastFailure)
  }
  return (
    <MenuCheckbox icon={<SpeakerIcon size={18} />} checked={on} onChange={change}>
      <Trans>Speak answers</Trans>
    </MenuCheckbox>
  )
}
