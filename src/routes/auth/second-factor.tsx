import { msg } from '@lingui/core/macro'
import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router'
import * as v from 'valibot'
import { SecondFactorPage } from '#features/auth/factor/second-factor-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'

export const Route = createFileRoute('/auth/second-factor')({
  validateSearch: v.object({ redirect: OptionalText }),
  staticData: { title: msg`One more step` },
  component: SecondFactor,
})

/** Redirects to the log-in page when the location has no challenge, such as when it is opened from a bookmark. */
function SecondFactor() {
  const { redirect } = Route.useSearch()
  const challenge = useLocation({ select: ({ state }) => state.challenge })
  const hasPasskey = useLocation({ select: ({ state }) => state.methods?.includes('passkey') === true })
  if (challenge === undefined) return <Navigate to="/auth/login" search={{ redirect }} replace />
  return <SecondFactorPage challenge={challenge} hasPasskey={hasPasskey} redirect={redirect} />
}
