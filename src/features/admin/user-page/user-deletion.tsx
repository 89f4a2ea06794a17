import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { deleteUser } from '#contract/endpoints/admin.ts'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import { refreshUsers } from '../users/list-users.ts'
import { userQuery } from './get-user.ts'

/** Deletes a user in two steps; the second shows the user's name. */
export function UserDeletion({ user }: { user: User }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { email } = user
  async function remove() {
    try {
      await api.call(deleteUser, { params: { id: user.id } })
    } catch (error) {
      // The user is deleted already, such as by a request whose response was lost.
      if (!isApiError(error) || error.code !== 'not_found') {
        handleRefusal(error)
        throw error
      }
    }
    toastSuccess(t`User deleted`)
    await navigate({ to: '/admin-panel', search: { tab: 'users' }, replace: true })
    queryClient.removeQueries({ queryKey: userQuery(user.id).queryKey })
    void refreshUsers()
  }
  return (
    <Group heading="h2" title={<Trans>Delete User</Trans>}>
      <Row
        label={<Trans>Delete the account with everything in it</Trans>}
        text={<Trans>Chats, settings and sessions go; a running subscription is cancelled.</Trans>}
        action={
          <Button icon={<TrashIcon size={18} />} onPointerEnter={prefetchDialog} onClick={() => setOpen(true)}>
            <Trans>Delete…</Trans>
          </Button>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Delete User?`}
        text={<Trans>Everything that is stored of {email} is deleted. This action cannot be undone.</Trans>}
        confirmLabel={t`Delete`}
        pendingLabel={t`Deleting...`}
        onConfirm={remove}
        danger
      />
    </Group>
  )
}
