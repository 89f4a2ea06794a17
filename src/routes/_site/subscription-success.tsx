import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SuccessPage } from '#features/subscriptions/checkout-result/success-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'
import { requireSignedIn } from '#session/guards/guards.ts'

export const Route = createFileRoute('/_site/subscription-success')({
  validateSearch: v.object({ session_id: OptionalText }),
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Your plan`, backTo: '/chat' },
  component: () => <SuccessPage sessionId={Route.useSearch().session_id} />,
})
