import { useCallback, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { api } from '#session/api.ts'
import { useWhenReachable } from './use-when-reachable.ts'

export type ChatPresence = 'looking' | 'found' | 'missing' | 'unreachable'

/** Syncs the open chat (null: no chat) with the server; returns `missing` when the server has no such chat. */
export function useChatSync(userId: number, chatId: string | null): ChatPresence {
  const [state, setState] = useState<{ chatId: string | null; presence: ChatPresence }>({ chatId, presence: 'looking' })
  const work = useCallback(
    async (signal: AbortSignal) => {
      if (chatId === null) return true
      try {
        const there = await syncMessages({ db: database(), api, userId, chatId, signal })
        setState({ chatId, presence: there ? 'found' : 'missing' })
        return true
      } catch (error) {
        if (signal.aborted) return false
        setState({ chatId, presence: 'unreachable' })
        if (!isExpectedError(error)) throw error
        return false
      }
    },
    [userId, chatId],
  )
  useWhenReachable(work)
  return state.chatId === chatId ? state.presence : 'looking'
}
