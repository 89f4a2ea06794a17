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

/** Dictates into the draft; nothing where the browser cannot. */
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

/** Whether answers are spoken when they are finished; nothing where the browser cannot speak. */
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

/** While it listens: that it does, and what it believes to hear. The draft takes what is certain. */
export function DictationStatusBar({ dictation: { listening, guess } }: { dictation: Dictation }) {
  if (!listening) return null
  return (
    <p className={styles.guess}>
      <Trans>Listening</Trans>
      <span dir="auto">{guess}</span>
    </p>
  )
}
