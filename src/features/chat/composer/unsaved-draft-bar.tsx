import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { announce } from '#ui/feedback/live-region.tsx'
import styles from './composer.module.css'

/** Shown while the draft cannot be written to this device: the disk is full, or another tab holds the database. */
export function UnsavedDraftBar() {
  const { t } = useLingui()
  const text = t`Your draft cannot be saved on this device right now. It stays here while this page is open.`
  useEffect(() => announce(text), [text])
  return <p className={styles.unsaved}>{text}</p>
}
