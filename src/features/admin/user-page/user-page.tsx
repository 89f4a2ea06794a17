import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { isAdmin, isProvider } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Avatar } from '#ui/data-display/avatar.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from '../admin.module.css'
import { BackButton } from '../back-button.tsx'
import { EmailText } from '../email-text.tsx'
import { useLeaveWithoutRole } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { fullName } from '../users/full-name.ts'
import { userQuery } from './get-user.ts'
import { UserHistory } from './user-history.tsx'
import { UserProfile } from './user-profile.tsx'
import { UserSubscriptions } from './user-subscriptions.tsx'
import { WaitingUser } from './waiting-user.tsx'

/** Shows one user: editable for an admin, read-only for a provider. */
export function UserPage({ id }: { id: number }) {
  useLeaveWithoutRole((viewer) => isAdmin(viewer) || isProvider(viewer))
  const user = useQuery(userQuery(id), queryClient)
  const viewer = useSession()?.user
  const mayChange = viewer !== undefined && isAdmin(viewer)
  const { data } = user
  return (
    <div className={styles.user}>
      <div className={styles.title}>
        <BackButton to={mayChange ? '/admin-panel' : '/admin-panel/users'} />
        {data ? (
          <Avatar name={fullName(data) || data.email} src={data.profile.photo_url} size={44} />
        ) : user.isPending ? (
          <Skeleton width="44px" height="44px" round />
        ) : null}
        <h1 dir="auto">{data ? fullName(data) || <EmailText email={data.email} /> : <Trans>User</Trans>}</h1>
      </div>
      {mayChange ? null : (
        <p className={styles.note}>
          <Trans>You can read this page but change nothing. Each look is noted.</Trans>
        </p>
      )}
      {data === undefined && user.isError ? (
        <LoadFailed error={user.error} onRetry={() => void user.refetch()} />
      ) : null}
      {data === undefined && user.isPending ? <WaitingUser /> : null}
      {data ? (
        <>
          <UserProfile user={data} mayChange={mayChange} />
          <UserSubscriptions user={data} mayChange={mayChange} />
        </>
      ) : null}
      {data && mayChange ? <UserHistory user={data} looked={user.isFetchedAfterMount} /> : null}
    </div>
  )
}
