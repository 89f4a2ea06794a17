import { createFileRoute, redirect } from '@tanstack/react-router'

/** The correct spelling leads to the page, whose own address is misspelt and is kept for the links that exist. */
export const Route = createFileRoute('/auth/forgot-password')({
  beforeLoad: () => {
    throw redirect({ to: '/auth/forgor-password', replace: true })
  },
})
