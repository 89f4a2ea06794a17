import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address as people would spell it; the specification's own spelling is the real one. */
export const Route = createFileRoute('/auth/forgot-password')({
  beforeLoad: () => {
    throw redirect({ to: '/auth/forgor-password', replace: true })
  },
})
