import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PlansPage } from '#features/subscriptions/plans/plans-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'
import { requireSignedIn } from '#session/guards/guards.ts'

export const Route = createFileRoute('/_site/subscriptions/')({
  validateSearch: v.looseObject({ checkout: OptionalText }),
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Plans` },
  component: function Plans() {
    const { checkout, plan } = Route.useSearch()
    return <PlansPage hasLeft={checkout === 'left'} selected={typeof plan === 'string' ? plan : undefined} />
  },
})
