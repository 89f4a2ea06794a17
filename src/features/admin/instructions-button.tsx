import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import styles from './admin.module.css'

/** Opens the instructions for a tab; `children` are list items. */
export function InstructionsButton({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
        <Trans>Instructions</Trans>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t`Instructions`}>
        <ul className={styles.instructions}>{children}</ul>
      </Dialog>
    </>
  )
}
