import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects the correct spelling to the page's misspelt address, which existing links use. */
export const Route = createFileRoute('/auth/forgot-password')({
  beforeLoad: () => {
    throw redirect({ to: '/auth/forgor-password', replace: true })
  },
})
