import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiError } from '#api/errors.ts'
import { endUserSession, listUserSessions } from '#contract/endpoints/admin.ts'
import type { Session } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from '../admin.module.css'
import { handleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { refreshActivity } from './get-user.ts'
import { SessionItem } from './session-item.tsx'
import userStyles from './user-page.module.css'

export const sessionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'sessions', id],
    queryFn: async ({ signal }) => (await api.call(listUserSessions, { signal, params: { id } })).results,
  })

type UserSessionsProps = {
  id: number
  /** True when the user was read on this visit: the sessions then belong to the same entry of the audit log. */
  looked: boolean
}

export function UserSessions({ id, looked }: UserSessionsProps) {
  const { t } = useLingui()
  const sessions = useQuery({ ...sessionsQuery(id), enabled: looked }, queryClient)
  const [isOpen, setOpen] = useState(false)
  const [selected, setSelected] = useState<Session | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The element to focus after the dialog: the pressed button, or the heading when the button was removed. */
  const next = useRef<HTMLElement>(null)
  async function revoke() {
    if (selected === null) return
    try {
      await api.call(endUserSession, { params: { id, session: selected.id } })
    } catch (error) {
      // The session has ended in the meantime.
      if (!isApiError(error) || error.code !== 'not_found') {
        handleRefusal(error)
        throw error
      }
    }
    const rest = sessions.data?.filter(({ id: other }) => other !== selected.id) ?? []
    queryClient.setQueryData(sessionsQuery(id).queryKey, rest)
    next.current = heading.current
    announce(t`Session revoked`)
    void refreshActivity(id)
  }
  return (
    <Group heading="h2" headingRef={heading} title={<Trans>Sessions</Trans>}>
      {sessions.data === undefined && sessions.isError ? (
        <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.isPending ? <Skeleton width="60%" /> : null}
      {sessions.data?.length === 0 ? (
        <p className={styles.note}>
          <Trans>Not signed in anywhere.</Trans>
        </p>
      ) : null}
      <ul className={userStyles.rows}>
        {sessions.data?.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            onRevoke={(button) => {
              next.current = button
              setSelected(session)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Revoke this session?`}
        text={<Trans>Whoever uses it has to log in again.</Trans>}
        confirmLabel={t`Revoke`}
        pendingLabel={t`Revoking...`}
        finalFocus={() => next.current}
        onConfirm={revoke}
      />
    </Group>
  )
}
