import { useCallback, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { api } from '#session/api.ts'
import { useWhenReachable } from './use-when-reachable.ts'

export type ChatPresence = 'looking' | 'found' | 'missing' | 'unreachable'

/** Brings the open chat (null: nothing to bring) up to date; `missing` when the server says that there is no such chat. */
export function useChatSync(userId: number, chat: string | null): ChatPresence {
  const [state, setState] = useState<{ chat: string | null; presence: ChatPresence }>({ chat, presence: 'looking' })
  const work = useCallback(
    async (signal: AbortSignal) => {
      if (chat === null) return true
      try {
        const there = await syncMessages({ db: database(), api, userId, chat, signal })
        setState({ chat, presence: there ? 'found' : 'missing' })
        return true
      } catch (error) {
        if (signal.aborted) return false
        setState({ chat, presence: 'unreachable' })
        if (!isExpectedError(error)) throw error
        return false
      }
    },
    [userId, chat],
  )
  useWhenReachable(work)
  return state.chat === chat ? state.presence : 'looking'
}
