import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { CheckIcon } from '#ui/icons.tsx'
import styles from './account.module.css'

/** Whether the form as it stands was saved; typing takes it back. */
export function useSaved() {
  const [isSaved, setSaved] = useState(false)
  return { isSaved, note: () => setSaved(true), forget: () => setSaved(false) }
}

/** Beside the button, where one looks after pressing it; read out when it appears. */
export function Saved({ when, children }: { when: boolean; children?: ReactNode }) {
  return (
    <span role="status" className={styles.saved}>
      {when ? (
        <>
          <CheckIcon size={18} />
          {children ?? <Trans>Saved</Trans>}
        </>
      ) : null}
    </span>
  )
}
