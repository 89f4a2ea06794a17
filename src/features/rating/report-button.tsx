import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { RATING_REASON_MAX } from '#contract/limits.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './rating-page.module.css'

interface ReportButtonProps {
  disabled: boolean
  onReport: (reason: string) => void
}

/** Asks why an exchange should be rated by nobody, such as for a name in it, and reports it. */
export function ReportButton({ disabled, onReport }: ReportButtonProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  return (
    <>
      <Button disabled={disabled} onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
        <Trans>Report…</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Report this exchange`}
        description={t`For instance because it tells who somebody is, or should be read by nobody. Other validators no longer get it.`}
      >
        <Field
          label={<Trans>Reason</Trans>}
          error={isChecked && reason.trim() === '' ? <Trans>Say what is wrong with it</Trans> : null}
        >
          <TextArea
            rows={3}
            maxLength={RATING_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
        <div className={styles.actions}>
          <Button onClick={() => setOpen(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              setChecked(true)
              if (reason.trim() === '') return
              setOpen(false)
              onReport(reason)
            }}
          >
            <Trans>Report</Trans>
          </Button>
        </div>
      </Dialog>
    </>
  )
}
