import { createFileRoute } from '@tanstack/react-router'
import { getProfile } from '#contract/endpoints/accounts.ts'
import { PlainFrame } from '#features/start/layout/plain-frame.tsx'
import { api } from '#session/api.ts'
import { requireGuest } from '#session/guards/guards.ts'
import { currentSession } from '#session/state/session-atom.ts'

/** All routes under /auth are for guests: a signed-in user is redirected to the chat. */
export const Route = createFileRoute('/auth')({
  beforeLoad: async (context) => {
    if (mailed.has(context.location.pathname) && !context.preload) await findEndedSession()
    requireGuest(context)
  },
  component: PlainFrame,
})

/** The pages to which mails link, some of which tell their reader that all devices were signed out. */
const mailed: ReadonlySet<string> = new Set(['/auth/forgor-password', '/auth/reset-password'])

/**
 * A device learns from a refused call that the server has ended its session: until then, its user would be taken for
 * signed in, and led away from the page. Without a connection the session counts as valid.
 */
async function findEndedSession(): Promise<void> {
  const session = currentSession()
  if (session !== null) await api.call(getProfile, { as: session.user.id }).catch(() => undefined)
}
