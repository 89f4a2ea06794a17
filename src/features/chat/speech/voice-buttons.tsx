import { Trans, useLingui } from '@lingui/react/macro'
import { canSpeak } from '#data/speech-voices.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { MicIcon, SpeakerIcon, SpeakerOffIcon } from '#ui/icons/icons.tsx'
import { canDictate } from './dictation.ts'
import { setMode, useMode } from './modes.ts'
import { stop } from './speaker.ts'
import styles from './speech.module.css'
import type { Dictation } from './use-dictation.ts'

/** Starts and stops dictation; renders nothing without speech recognition. */
export function DictateButton({ dictation, primary }: { dictation: Dictation; primary: boolean }) {
  const { t } = useLingui()
  if (!canDictate()) return null
  const { listening, toggle } = dictation
  return (
    <IconButton
      label={listening ? t`Stop dictating` : t`Dictate`}
      icon={<MicIcon />}
      variant={primary ? 'primary' : 'quiet'}
      size="l"
      round
      className={listening ? styles.listening : undefined}
      aria-pressed={listening}
      onPointerDown={(event) => event.preventDefault()}
      onClick={toggle}
    />
  )
}

/** Toggles whether finished answers are read aloud; renders nothing without speech synthesis. */
export function SpokenAnswersButton() {
  const { t } = useLingui()
  const on = useMode('response') === 'voice'
  const { autoplay } = useChatProfile()
  if (!canSpeak()) return null
  const toggle = () => {
    setMode('response', on ? 'text' : 'voice')
    if (on) stop()
    else if (!autoplay) changeChatProfile({ autoplay: true }).catch(toastFailure)
  }
  return (
    <IconButton
      label={t`Speak answers`}
      icon={on ? <SpeakerIcon /> : <SpeakerOffIcon />}
      size="l"
      round
      className={on ? styles.on : styles.off}
      aria-pressed={on}
      onPointerDown={(event) => event.preventDefault()}
      onClick={toggle}
    />
  )
}

/** Shown during dictation, with the interim text. Final text goes to the draft. */
export function DictationStatusBar({ dictation: { listening, guess } }: { dictation: Dictation }) {
  if (!listening) return null
  return (
    <p className={styles.guess}>
      <Trans>Listening</Trans>
      <span dir="auto">{guess}</span>
    </p>
  )
}
