import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { ValidatorList } from './validator-list.tsx'

/** Lists the users who have signed up to rate answers; behind a button, because it is rarely needed. */
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
        description={t`People who offered to rate answers, newest first. Whom you accept can rate what others offer.`}
      >
        <ValidatorList />
      </Dialog>
    </>
  )
}
