import { Trans } from '@lingui/react/macro'
import { useConfig } from '#data/config.ts'
import styles from '../screen/chat-screen.module.css'

/** Says that answers come from the practice mode, not from a model; renders nothing otherwise. */
export function PracticeStatusBar() {
  if (useConfig()?.assistant.kind !== 'practice') return null
  return (
    <p className={styles.bar}>
      <Trans>Practice assistant: no model is connected. Its answers are made by fixed rules.</Trans>
    </p>
  )
}
