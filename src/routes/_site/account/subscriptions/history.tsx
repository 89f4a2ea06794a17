import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '#features/subscriptions/history/history-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/account/subscriptions/history')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Subscription History`, parent: '/account' },
  component: History,
})

/** Renders nothing between sign-out and navigation. */
function History() {
  const user = useSession()?.user
  return user === undefined ? null : <HistoryPage key={user.id} user={user} />
}
