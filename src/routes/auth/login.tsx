import { msg } from '@lingui/core/macro'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { LoginPage } from '#features/auth/login/login-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'
import { storedReturnUrl } from '#session/guards/return-url.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: v.object({ redirect: OptionalText }),
  staticData: { title: msg`Log in` },
  component: Login,
})

function Login() {
  const { redirect } = Route.useSearch()
  const isRequested = useLocation({ select: ({ state }) => state.showLogin === true })
  // A first load has no history state (`#session/guards/guards.ts`): then a stored place means that a page was
  // requested.
  const [isAwaited] = useState(() => storedReturnUrl() !== null)
  const notice = useLocation({ select: ({ state }) => state.notice })
  const isEnded = redirect !== undefined && !isRequested
  const reason = isEnded ? 'ended' : isRequested || isAwaited ? 'needed' : undefined
  return <LoginPage redirect={redirect} reason={notice ?? reason} />
}
