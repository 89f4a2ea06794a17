import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { CheckPage } from '#features/auth/check-page.tsx'
import { readFragment } from '#lib/routing/read-fragment.ts'
import { CHAT_PATH, LOGIN_PATH } from '#session/guards/paths.ts'
import { currentSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/check')({
  staticData: { title: msg`One moment` },
  // The token is removed from the address at once, as for the reset link.
  beforeLoad: ({ location: { hash, state } }) => {
    const ssoToken = readFragment(hash, 'token')
    const verifyToken = readFragment(hash, 'verify')
    const emailToken = readFragment(hash, 'email')
    if (ssoToken !== undefined) throw redirect({ to: '/check', replace: true, state: { ssoToken } })
    if (verifyToken !== undefined) throw redirect({ to: '/check', replace: true, state: { verifyToken } })
    if (emailToken !== undefined) throw redirect({ to: '/check', replace: true, state: { emailToken } })
    if ([state.ssoToken, state.verifyToken, state.emailToken].some((token) => token !== undefined)) return
    throw redirect({ to: currentSession() === null ? LOGIN_PATH : CHAT_PATH, replace: true })
  },
  component: Check,
})

function Check() {
  const { ssoToken, verifyToken, emailToken } = useLocation({ select: ({ state }) => state })
  return <CheckPage sso={ssoToken} verify={verifyToken} email={emailToken} />
}
