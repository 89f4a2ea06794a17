import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { removeUserFactor } from '#contract/endpoints/factors.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { refreshActivity } from '../get-user.ts'

/** For somebody who has lost their authenticator app and the recovery codes. */
export function UserFactor({ id }: { id: number }) {
  const { t } = useLingui()
  const mails = useQuery(configQuery, queryClient).data?.mail === true
  const [isOpen, setOpen] = useState(false)
  async function remove() {
    await api.call(removeUserFactor, { params: { id } })
    announce(t`The second step is removed`)
    void refreshActivity(id)
  }
  return (
    <Group heading="h2" title={<Trans>Second step</Trans>}>
      <Row
        label={<Trans>Remove it for somebody who has lost their app and codes</Trans>}
        text={
          mails ? (
            <Trans>Make sure first that it is them who ask. They get an email.</Trans>
          ) : (
            <Trans>Make sure first that it is them who ask.</Trans>
          )
        }
        action={
          <Button onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
            <Trans>Remove…</Trans>
          </Button>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Remove the second step of this account?`}
        text={<Trans>Logging in takes one step again. This stands in the history.</Trans>}
        confirmLabel={t`Remove`}
        pendingLabel={t`Removing…`}
        onConfirm={remove}
      />
    </Group>
  )
}
