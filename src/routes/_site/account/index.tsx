import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#features/account/account-page.tsx'
import { CurrentPlan } from '#features/subscriptions/current-plan/current-plan.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/account/')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Account` },
  component: Account,
})

/** Renders nothing between sign-out and navigation; the key gives another user new forms. */
function Account() {
  const user = useSession()?.user
  return user === undefined ? null : <AccountPage key={user.id} user={user} plan={<CurrentPlan user={user} />} />
}
