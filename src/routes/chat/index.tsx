import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentSession } from '#session/state/session-atom.ts'
import { findNewest } from './-find-newest.ts'

/**
 * The newest or an empty chat; shown by the parent. Leads on before anything is drawn, so that the newest chat is the
 * first thing on the screen; with the list open, and while the database does not answer, the screen itself does it.
 */
export const Route = createFileRoute('/chat/')({
  beforeLoad: async ({ location, preload }) => {
    const userId = currentSession()?.user.id
    if (preload || userId === undefined || location.searchStr !== '') return
    const chatId = await findNewest(userId)
    if (chatId !== undefined) throw redirect({ to: '/chat/$chatId', params: { chatId }, replace: true })
  },
})
