import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PlansPage } from '#features/subscriptions/plans-page.tsx'
import { requireSignedIn } from '#session/guards.ts'

export const Route = createFileRoute('/_site/subscriptions/')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Plans` },
  component: PlansPage,
})
