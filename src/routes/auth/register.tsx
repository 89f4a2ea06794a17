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
  return <RegisterPage redirect={redirect} {...(redirect === FREE_TRIAL_PATH ? trial : noTrial)} />
}

/** Its code is loaded only for a registration that may begin a trial. */
const loadTrial = () => import('#features/subscriptions/trial/begin-trial.ts')
const trial = {
  beginTrial: async () => (await loadTrial()).beginTrial(),
  offersTrial: async () => (await loadTrial()).offersTrial(),
}
const noTrial = { beginTrial: undefined, offersTrial: undefined }
