import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { readFirst } from './-read-first.ts'

/** Shared text is cut, never refused. */
const Part = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.slice(0, MESSAGE_MAX)),
    ),
  ),
  undefined,
)
const Shared = v.object({ title: Part, text: Part, url: Part })
/** The message at which a result of the search opens. */
const ChatSearch = v.object({ ...Shared.entries, message: v.fallback(v.optional(v.string()), undefined) })

/** One chat by its id; shown by the parent. What the share target brings goes into the draft of a new chat. */
export const Route = createFileRoute('/chat/$chatId')({
  validateSearch: ChatSearch,
  beforeLoad: async ({ params, search, preload }) => {
    const userId = currentSession()?.user.id
    const { message: _, ...shared } = search
    if (!preload && userId !== undefined) await readFirst(userId, params.chatId)
    const isShared = Object.values(shared).some((part) => part !== undefined)
    if (params.chatId !== 'new' || preload || !isShared || userId === undefined) return
    // The database code is loaded with the screen, not before.
    const { saveShared } = await import('#features/chat/composer/save-shared-text.ts')
    // Until it is kept, the address holds it for a reload.
    if (!(await saveShared(userId, shared))) return
    throw redirect({ to: '/chat/$chatId', params: { chatId: 'new' }, search: {}, replace: true })
  },
})
