import { Trans } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { Button } from '../button/button.tsx'
import type { AppForm, FormValues } from './app-form.ts'
import styles from './restored-notice.module.css'

interface RestoredNoticeProps {
  form: Pick<AppForm, 'reset'>
  draft: {
    /** The form has begun with values that were typed before and not submitted. */
    isRestored: boolean
    initial: FormValues
    discard: () => void
  }
}

/**
 * Says that the values of a form were restored; a button discards them. Place it below the fields, because the first
 * field should have the initial focus.
 */
export function RestoredNotice({ form, draft }: RestoredNoticeProps) {
  const discard = (event: MouseEvent<HTMLButtonElement>) => {
    // The button disappears, and the focus should stay in the form.
    event.currentTarget.form?.querySelector<HTMLElement>('input, textarea')?.focus()
    form.reset(draft.initial)
    draft.discard()
  }
  return (
    <div role="status">
      {draft.isRestored ? (
        <p className={styles.notice}>
          <Trans>Here is what you had begun and not finished.</Trans>
          <Button size="s" onClick={discard}>
            <Trans>Discard</Trans>
          </Button>
        </p>
      ) : null}
    </div>
  )
}
