import { LogOutCommand } from '#features/library/log-out/log-out-command.tsx'
import { SearchLayer } from '#features/search/search-layer.tsx'
import { useSession } from '#session/state/session-atom.ts'

/** Connects the search and the shortcuts of a signed-in user with other features. */
export function UserSearch() {
  const user = useSession()?.user
  if (user === undefined) return null
  return <SearchLayer user={user} leaving={(requests) => <LogOutCommand userId={user.id} requests={requests} />} />
}
