import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/button/icon-button.tsx'
import { MicIcon } from '#ui/icons/icons.tsx'
import { unlessDoubleClick } from '../composer/unless-double-click.ts'
import { canDictate } from './dictation.ts'
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
      // The button takes the place of “Send” after a message that was dictated.
      onClick={unlessDoubleClick(toggle)}
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
