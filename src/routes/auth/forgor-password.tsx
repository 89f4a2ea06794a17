import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#features/auth/password/forgot-password-page.tsx'

// Misspelt on purpose: links in mails and bookmarks use this address.
export const Route = createFileRoute('/auth/forgor-password')({
  staticData: { title: msg`Forgot password` },
  component: ForgotPasswordPage,
})
