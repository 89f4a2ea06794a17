import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { UserAccess } from './access/user-access.tsx'
import { UserFactor } from './access/user-factor.tsx'
import { UserUsage, userUsageQuery } from './access/user-usage.tsx'
import { timelineQuery, UserTimeline } from './timeline/user-timeline.tsx'
import { UserDeletion } from './user-deletion.tsx'
import { sessionsQuery, UserSessions } from './user-sessions.tsx'
import { UserViews, viewsQuery } from './user-views.tsx'
import { WaitingGroup } from './waiting-user.tsx'

/** Shown at once when all lists are there, because each would move what stands below it. */
export function UserHistory({ user, looked }: { user: User; looked: boolean }) {
  const sessions = useQuery({ ...sessionsQuery(user.id), enabled: looked }, queryClient)
  const timeline = useQuery(timelineQuery(user.id, 1), queryClient)
  // After the user, so that this view is among them.
  const views = useQuery({ ...viewsQuery(user.id, 1), enabled: looked }, queryClient)
  const usage = useQuery({ ...userUsageQuery(user.id), enabled: looked }, queryClient)
  if (usage.isPending || sessions.isPending || timeline.isPending || views.isPending)
    return <WaitingGroup widths={['55%', '50%', '60%']} />
  return (
    <>
      <UserTimeline id={user.id} />
      <UserViews id={user.id} />
      <UserUsage id={user.id} looked={looked} />
      <UserSessions id={user.id} looked={looked} />
      <UserAccess user={user} />
      <UserFactor id={user.id} />
      <UserDeletion user={user} />
    </>
  )
}
