import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { RegisterPage } from '#features/auth/register/register-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'
import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'

export const Route = createFileRoute('/auth/register')({
  validateSearch: v.object({ redirect: OptionalText }),
  staticData: { title: msg`Create your account` },
  component: Register,
})

function Register() {
  const { redirect } = Route.useSearch()
  return <RegisterPage redirect={redirect} beginTrial={redirect === FREE_TRIAL_PATH ? beginTrial : undefined} />
}

/** Its code is loaded only when a registration begins a trial. */
async function beginTrial(): Promise<boolean> {
  return (await import('#features/subscriptions/trial/begin-trial.ts')).beginTrial()
}
