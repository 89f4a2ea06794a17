import { useEffect } from 'react'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { readTranscript, type Transcript } from '#offline/chats/transcript.ts'
import { database } from '#offline/database/database.ts'
import { loadWholeChat } from '#offline/sync/sync-messages.ts'
import { api } from '#session/api.ts'

/**
 * Returns the chat as it is on this device, and fetches what is missing here. `chat` is undefined while it is being
 * read or fetched, and null when it is not on this device and could not be fetched.
 */
export function useTranscript(userId: number, chatId: string) {
  const found = useLiveQuery(
    async () => ({ chat: (await readTranscript(database(), userId, chatId)) ?? null }),
    [userId, chatId],
  )
  const load = useAction(() => loadWholeChat({ db: database(), api, userId, chatId, isUnseen: true }))
  const { run } = load
  const isMissing = found !== undefined && found.chat?.isWhole !== true
  useEffect(() => {
    if (isMissing) run()
  }, [isMissing, run])
  const isSettled = load.done || load.failure !== ''
  const chat: Transcript | null | undefined = found?.chat === null && !isSettled ? undefined : found?.chat
  return { chat, isLoading: load.pending, failure: load.failure, retry: run }
}
