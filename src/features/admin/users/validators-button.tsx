import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { ValidatorList } from './validator-list.tsx'

/** Who has signed up to rate answers; looked at now and then, so behind a button. */
export function ValidatorsButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
        <Trans>Validators</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Validators`}
        description={t`People who offered to rate answers, newest first.`}
      >
        <ValidatorList />
      </Dialog>
    </>
  )
}
