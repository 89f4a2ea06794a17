import { createFileRoute } from '@tanstack/react-router'
import { PlainFrame } from '#features/start/layout/plain-frame.tsx'
import { requireGuest } from '#session/guards/guards.ts'
import { currentSession } from '#session/state/session-atom.ts'

/** All routes under /auth are for guests: a signed-in user is redirected to the chat. */
export const Route = createFileRoute('/auth')({
  beforeLoad: async (context) => {
    if (mailed.has(context.location.pathname) && !context.preload && currentSession() !== null) {
      // Loaded here, because no page of a visitor needs the code for calls before somebody types.
      const { findEndedSession } = await import('./-find-ended-session.ts')
      await findEndedSession()
    }
    requireGuest(context)
  },
  component: PlainFrame,
})

/**
 * The pages to which mails link, some of which tell their reader that all devices were signed out: a session that has
 * ended on the server must not lead away from them.
 */
const mailed: ReadonlySet<string> = new Set(['/auth/forgor-password', '/auth/reset-password'])
