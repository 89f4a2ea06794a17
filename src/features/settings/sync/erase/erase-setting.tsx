import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { EraseConsequences } from './erase-consequences.tsx'

/** The first of two steps; the second lists the consequences. */
export function EraseSetting({ onErase }: { onErase: () => void }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Group title={<Trans>Erase this device</Trans>}>
      <Row
        label={<Trans>Remove everything of Companion from this browser, and log out</Trans>}
        text={<Trans>Before you share or give away this device. What is on the server stays there.</Trans>}
        action={
          <Button icon={<TrashIcon size={18} />} onClick={() => setOpen(true)}>
            <Trans>Erase…</Trans>
          </Button>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Erase this device?`}
        text={<Trans>This cannot be undone.</Trans>}
        confirmLabel={t`Erase`}
        danger
        onConfirm={onErase}
      >
        <EraseConsequences />
      </ConfirmDialog>
    </Group>
  )
}
