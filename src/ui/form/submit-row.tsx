import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { CheckIcon } from '../icons/icons.tsx'
import { SubmitButton } from './submit-button.tsx'
import styles from './submit-row.module.css'

/** Whether the form as it stands was saved; typing takes it back. */
export function useSaved() {
  const [isSaved, setSaved] = useState(false)
  return { isSaved, markSaved: () => setSaved(true), forget: () => setSaved(false) }
}

export interface SubmitRowProps {
  /** On the button; "Save" unless it is said. */
  label?: ReactNode
  isSaved: boolean
  /** What came of it; "Saved" unless it is said. */
  saved?: ReactNode
}

/** The button that saves; beside it, where one looks after pressing, that it is done, read out when it appears. */
export function SubmitRow({ label, isSaved, saved }: SubmitRowProps) {
  const { t } = useLingui()
  return (
    <div className={styles.row}>
      <SubmitButton pendingLabel={t`Saving…`}>{label ?? <Trans>Save</Trans>}</SubmitButton>
      <span role="status" className={styles.saved}>
        {isSaved ? (
          <>
            <CheckIcon size={18} />
            {saved ?? <Trans>Saved</Trans>}
          </>
        ) : null}
      </span>
    </div>
  )
}
