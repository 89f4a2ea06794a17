import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FreeTrialPage } from '#features/subscriptions/trial/free-trial-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'

export const Route = createFileRoute('/_site/subscriptions/free-trial/subscribe')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Free trial` },
  component: FreeTrialPage,
})
