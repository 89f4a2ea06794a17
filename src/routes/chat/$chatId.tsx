import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { readFirst } from './-read-first.ts'

/** Shared text that is too long is truncated, never refused; saveShared still sees that it is longer than a message. */
const Part = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.slice(0, 2 * MESSAGE_MAX)),
    ),
  ),
  undefined,
)
/** `files`: the service worker has stored shared files. `lost`: files or the end of a text could not be passed on. */
const Shared = v.object({ title: Part, text: Part, url: Part, files: Part, lost: Part })
/** The message to which a search result leads. */
const ChatSearch = v.object({ ...Shared.entries, message: v.fallback(v.optional(v.string()), undefined) })

/** One chat by its id; the parent route renders it. Text from the share target goes into the draft of a new chat. */
export const Route = createFileRoute('/chat/$chatId')({
  validateSearch: ChatSearch,
  beforeLoad: async ({ params, search, preload, cause }) => {
    const userId = currentSession()?.user.id
    const { message: _, ...shared } = search
    if (userId !== undefined) await readFirst(userId, params.chatId, { preload, isSwitch: cause === 'stay' })
    const isShared = Object.values(shared).some((part) => part !== undefined)
    if (params.chatId !== 'new' || preload || !isShared || userId === undefined) return
    // The database code is loaded only with this screen.
    const { saveShared } = await import('#features/chat/composer/save-shared-text.ts')
    // Until the text is stored, it remains in the address for a reload.
    const saved = await saveShared(userId, shared)
    if (!saved) return
    if (shared.files !== undefined) {
      const { attachShared } = await import('#features/chat/attachments/attach-shared.ts')
      await attachShared(userId)
    }
    const lost = saved.isCut ? `${shared.lost ?? ''} text` : shared.lost
    if (lost !== undefined) {
      const { reportLost } = await import('#features/chat/attachments/report-lost.ts')
      reportLost(lost).catch(reportError)
    }
    throw redirect({ to: '/chat/$chatId', params: { chatId: 'new' }, search: {}, replace: true })
  },
})
