import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { CheckIcon } from '../icons/icons.tsx'
import { SubmitButton } from './submit-button.tsx'
import styles from './submit-row.module.css'

/** Returns whether the form's current values are saved; typing resets it, also while earlier values are being saved. */
export function useSaved() {
  const [isSaved, setSaved] = useState(false)
  const changes = useRef(0)
  const markSaved = () => setSaved(true)
  const save = async (work: Promise<unknown>) => {
    const before = changes.current
    await work
    if (changes.current === before) markSaved()
  }
  const forget = () => {
    changes.current += 1
    setSaved(false)
  }
  return { isSaved, save, markSaved, forget }
}

export interface SubmitRowProps {
  /** The button's label; "Save" by default. */
  label?: ReactNode
  isSaved: boolean
  /** The text after saving; "Saved" by default. */
  saved?: ReactNode
}

/** The save button, and beside it the confirmation, which screen readers announce. */
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
