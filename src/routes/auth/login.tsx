import { msg } from '@lingui/core/macro'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginPage } from '#features/auth/login-page.tsx'
import { OptionalText } from '#lib/optional-text.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: v.object({ redirect: OptionalText }),
  staticData: { title: msg`Log in` },
  component: Login,
})

function Login() {
  const { redirect } = Route.useSearch()
  const isAsked = useLocation({ select: ({ state }) => state.showLogin === true })
  const isEnded = redirect !== undefined && !isAsked
  return <LoginPage redirect={redirect} reason={isEnded ? 'ended' : isAsked ? 'needed' : undefined} />
}
