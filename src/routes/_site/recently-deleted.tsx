import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeletedPage } from '#features/deleted/deleted-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/recently-deleted')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Recently deleted` },
  component: RecentlyDeleted,
})

/** Renders nothing between sign-out and navigation. */
function RecentlyDeleted() {
  const userId = useSession()?.user.id
  return userId === undefined ? null : <DeletedPage key={userId} userId={userId} />
}
