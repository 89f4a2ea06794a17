import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentSession } from '#session/state/session-atom.ts'
import { findNewest } from './-find-newest.ts'

/**
 * Opens the newest chat or a new one; the parent route renders it. It redirects before the first render, so that the
 * newest chat is shown first; with `?list=open`, or when the database does not answer, the screen does it.
 */
export const Route = createFileRoute('/chat/')({
  beforeLoad: async ({ location, preload }) => {
    const userId = currentSession()?.user.id
    if (preload || userId === undefined || location.searchStr !== '') return
    const chatId = await findNewest(userId)
    if (chatId !== undefined) throw redirect({ to: '/chat/$chatId', params: { chatId }, replace: true })
  },
})
