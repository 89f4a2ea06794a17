import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { ResetPasswordPage } from '#features/auth/password/reset-password-page.tsx'
import { readFragment } from '#lib/routing/read-fragment.ts'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: msg`Reset password` },
  // The token moves from the address to the history state at once: it survives a reload and no screenshot shows it.
  beforeLoad: ({ location }) => {
    const token = readFragment(location.hash, 'token')
    if (token === undefined) return
    throw redirect({ to: '/auth/reset-password', replace: true, state: { resetToken: token } })
  },
  component: Reset,
})

function Reset() {
  const token = useLocation({ select: ({ state }) => state.resetToken })
  return <ResetPasswordPage key={token} token={token} />
}
