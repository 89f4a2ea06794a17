import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SandboxPage } from '#features/subscriptions/sandbox/sandbox-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'

export const Route = createFileRoute('/sandbox-checkout/')({
  validateSearch: v.object({ session_id: OptionalText, payment: OptionalText }),
  staticData: { title: msg`Sandbox checkout` },
  component: function Page() {
    const { session_id, payment } = Route.useSearch()
    return <SandboxPage sessionId={session_id} payment={payment} />
  },
})
