import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { RegisterPage } from '#features/auth/register/register-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'

export const Route = createFileRoute('/auth/register')({
  validateSearch: v.object({ redirect: OptionalText }),
  staticData: { title: msg`Create your account` },
  component: () => <RegisterPage redirect={Route.useSearch().redirect} />,
})
