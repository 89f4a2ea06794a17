import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import styles from '../screen/chat-screen.module.css'

/** Says that answers come from the practice mode, not from a model; renders nothing otherwise. */
export function PracticeStatusBar() {
  const { data } = useQuery(configQuery)
  if (data?.assistant.kind !== 'practice') return null
  return (
    <p className={styles.line}>
      <Trans>Practice assistant: no model is connected. Its answers are made by fixed rules.</Trans>
    </p>
  )
}
