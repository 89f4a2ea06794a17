import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forceNewPassword, liftSuspension } from '#contract/endpoints/admin.ts'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { api } from '#session/api.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { Group, Row } from '#ui/layout/group.tsx'
import { DraftDialog } from '../../draft-dialog.tsx'
import { handleRefusal } from '../../handle-refusal.ts'
import { readUserAgain, refreshActivity, storeUser } from '../get-user.ts'
import { sessionsQuery } from '../user-sessions.tsx'
import { SuspendForm } from './suspend-form.tsx'

/** Suspends a user, lifts that, and demands a new password. Nobody suspends themselves. */
export function UserAccess({ user }: { user: User }) {
  const viewer = useSession()?.user
  return (
    <Group heading="h2" title={<Trans>Access</Trans>}>
      {user.id === viewer?.id ? null : <Suspension user={user} />}
      <NewPassword user={user} />
    </Group>
  )
}

function Suspension({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const lift = useAction(async () => {
    try {
      storeUser(await api.call(liftSuspension, { params: { id: user.id } }))
      toastSuccess(t`Suspension lifted`)
    } catch (error) {
      handleRefusal(error)
      readUserAgain(user.id)
      toastFailure(error)
    }
  })
  return (
    <>
      {user.suspended ? (
        <Row
          label={<Trans>Suspended</Trans>}
          text={<span dir="auto">{user.suspended.reason}</span>}
          action={
            <Button pending={lift.pending} pendingLabel={t`Lifting…`} onClick={() => void lift.run()}>
              <Trans>Lift the suspension</Trans>
            </Button>
          }
        />
      ) : (
        <Row
          label={<Trans>Suspend the account</Trans>}
          text={
            <>
              <Trans>
                The person can log in, read, export and delete, but not write, share, rate or buy. Shared chats are not
                shown meanwhile. A running subscription goes on.
              </Trans>{' '}
              {user.is_admin ? <Trans>While suspended, an admin cannot use this panel.</Trans> : null}
            </>
          }
          action={
            <Button onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
              <Trans>Suspend…</Trans>
            </Button>
          }
        />
      )}
      <DraftDialog
        form={`suspend/${user.id}`}
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Suspend this account`}
        size="s"
      >
        {(stored) => <SuspendForm user={user} stored={stored} onClose={() => setOpen(false)} />}
      </DraftDialog>
    </>
  )
}

/** Only where the server can mail the link, without which nobody could log in any more. */
function NewPassword({ user }: { user: User }) {
  const { t } = useLingui()
  const config = useQuery(configQuery, queryClient)
  const [isOpen, setOpen] = useState(false)
  const { email } = user
  if (config.data?.mail !== true) return null
  async function demand() {
    try {
      await api.call(forceNewPassword, { params: { id: user.id } })
    } catch (error) {
      handleRefusal(error)
      throw error
    }
    toastSuccess(t`New password demanded`)
    void refreshActivity(user.id)
    void queryClient.invalidateQueries({ queryKey: sessionsQuery(user.id).queryKey })
  }
  return (
    <>
      <Row
        label={<Trans>Demand a new password</Trans>}
        text={<Trans>The password stops working, every device is signed out, and a mail has a link.</Trans>}
        action={
          <Button onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
            <Trans>Demand…</Trans>
          </Button>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Demand a new password?`}
        text={<Trans>Nobody can log in with the password of now. A link to choose another one goes to {email}.</Trans>}
        confirmLabel={t`Demand`}
        pendingLabel={t`Sending…`}
        onConfirm={demand}
        danger
      />
    </>
  )
}
