import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useModels } from '#data/models.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { logHandled } from '#lib/log-handled.ts'
import { createStore } from '#lib/store.ts'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { readDraftModel, saveDraftModel } from '#offline/drafts/draft-model.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import type { ChatModel } from './chat-model.ts'

/** Choices that are not in the row of their chat yet, by chat; that of a new chat is stored with its first message. */
const picked = createStore<ReadonlyMap<string, string>>(new Map())

function forgetPicked(chatId: string): void {
  const others = new Map(picked.get())
  if (others.delete(chatId)) picked.set(others)
}

/** Shows the model again that was chosen for a new chat before this page was loaded, or the chat was left. */
async function restoreDrafted(userId: number, chatId: string): Promise<void> {
  const model = await readDraftModel(database(), userId)
  if (model !== null && !picked.get().has(chatId)) picked.set(new Map(picked.get()).set(chatId, model))
}

export interface FindModelProps {
  userId: number
  chatId: string
  /** True until the first message creates the chat; until then the choice is stored with the draft. */
  isNew: boolean
  chat: Pick<ChatRow, 'model'> | null | undefined
  onFound: (found: { chatId: string; model: ChatModel }) => void
}

/** Finds the model of a chat: its own, else that of the user's settings, else the server's default. Renders nothing. */
export function FindModel({ userId, chatId, isNew, chat, onFound }: FindModelProps) {
  const models = useModels()
  const { model: own } = useChatProfile()
  const choice = useSyncExternalStore(picked.subscribe, picked.get).get(chatId)
  const stored = chat?.model ?? null
  useEffect(() => {
    // The storage does not answer: the default is shown, and can be changed.
    if (isNew) restoreDrafted(userId, chatId).catch((error: unknown) => logHandled('No model of the draft', error))
  }, [userId, chatId, isNew])
  useEffect(() => {
    if (choice === stored) forgetPicked(chatId)
  }, [chatId, choice, stored])
  const model = useMemo<ChatModel>(() => {
    const selected = choice ?? stored
    const wanted = models.find(({ id }) => id === (selected ?? own))
    const answering = wanted ?? models.find(({ is_default }) => is_default)
    return { models, selected, answering, sent: selected ?? answering?.id }
  }, [models, own, choice, stored])
  useLayoutEffect(() => onFound({ chatId, model }), [chatId, model, onFound])
  return null
}

/** Chooses the model of a chat, on this device at once; the outbox sends the choice. Throws as `writeAs`. */
export async function selectModel(
  { userId, chatId, isNew }: Pick<FindModelProps, 'userId' | 'chatId' | 'isNew'>,
  model: string,
): Promise<void> {
  picked.set(new Map(picked.get()).set(chatId, model))
  try {
    if (isNew) await saveDraftModel(database(), userId, model)
    else if (await database().chats.get([userId, chatId])) {
      await enqueueChatChange(database(), { userId, chatId, patch: { model } })
    }
  } catch (error) {
    forgetPicked(chatId)
    throw error
  }
}
