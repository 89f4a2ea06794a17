import { LogOutCommand } from '#features/library/log-out/log-out-command.tsx'
import { SearchLayer } from '#features/search/search-layer.tsx'
import { useSession } from '#session/state/session-atom.ts'

/** The search and the keys of somebody who is signed in, with what they open of other features. */
export function UserSearch() {
  const user = useSession()?.user
  if (user === undefined) return null
  return <SearchLayer user={user} leaving={(requests) => <LogOutCommand userId={user.id} requests={requests} />} />
}
