import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog, prefetchDialog } from '#ui/dialog/dialog.tsx'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import { DeleteConsequences } from './delete-consequences.tsx'
import { DeleteProof } from './delete-proof.tsx'

/** Deletes the account in two steps: the consequences, then a proof of identity. */
export function DeleteAccount({ userId }: { userId: number }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const [step, setStep] = useState<'closed' | 'tell' | 'prove'>('closed')
  const [shown, setShown] = useState<'tell' | 'prove'>('tell')
  const [isBusy, setBusy] = useState(false)
  const go = (next: 'tell' | 'prove') => {
    setShown(next)
    setStep(next)
  }
  const close = () => {
    if (!isBusy) setStep('closed')
  }
  return (
    <Group heading="h2" title={<Trans>Delete your account</Trans>}>
      <Row
        label={<Trans>Delete the account with everything in it</Trans>}
        text={<Trans>You see what goes before anything happens.</Trans>}
        action={
          <Button
            icon={<TrashIcon size={18} />}
            disabled={!isOnline}
            onPointerEnter={prefetchDialog}
            onClick={() => go('tell')}
          >
            <Trans>Delete…</Trans>
          </Button>
        }
      />
      <Dialog
        open={step !== 'closed'}
        onOpenChange={close}
        title={shown === 'tell' ? t`Delete your account?` : t`Confirm that it is you`}
        description={
          shown === 'tell' ? t`This cannot be undone. What goes:` : t`The account is deleted as soon as you do.`
        }
        size="s"
        asks
      >
        {shown === 'tell' ? (
          <DeleteConsequences userId={userId} onCancel={close} onGoOn={() => go('prove')} />
        ) : (
          <DeleteProof onCancel={close} onBusy={setBusy} />
        )}
      </Dialog>
    </Group>
  )
}
