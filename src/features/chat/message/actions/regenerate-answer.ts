import { t } from '@lingui/core/macro'
import { isApiError } from '#api/errors.ts'
import { reassess } from '#contract/endpoints/chats.ts'
import type { Message } from '#contract/objects/chat.ts'
import { database, type OwnedKey } from '#offline/database/database.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { saveMessages } from '#offline/stream/store-answer.ts'
import { api } from '#session/api.ts'
import { toastError } from '#ui/feedback/toast.ts'

interface Again {
  userId: number
  chatId: string
  messageId: string
  rest: 'continue' | undefined
  model: string | undefined
}

/** The id of each requested version of which it is not known whether the server stored it, by what was requested. */
const unconfirmed = new Map<string, string>()
const running = new Set<string>()

/**
 * Requests a new version of an answer, or the rest of an interrupted one, which then streams. A second press while the
 * request runs does nothing, and one after a lost response repeats its id, so that the server writes one version only.
 * Deletions are sent first, because the model reads the messages that the server has.
 */
export async function regenerateAnswer({ userId, chatId, messageId, rest, model }: Again): Promise<void> {
  // The rest of an answer is written by the model that began it.
  const more = rest ? { continue: true as const } : model === undefined ? {} : { model }
  const request = JSON.stringify([userId, messageId, more])
  if (running.has(request)) return
  running.add(request)
  try {
    // Loaded here: it shares code with the list of chats, for which the messages would have to wait.
    const { sendDeletions } = await import('#offline/outbox/send-deletions.ts')
    if (!(await sendDeletions(database(), { userId, chatId }))) {
      toastError(t`A message that you deleted could not be deleted on the server yet. Try again in a moment`)
      return
    }
    const id = await versionId(userId, request)
    const exchange = await api.call(reassess, {
      body: { id, message: messageId, ...more },
      headers: { prefer: 'respond-async' },
      as: userId,
    })
    unconfirmed.delete(request)
    const { user_message, assistant_message } = exchange
    await showNewVersion(userId, assistant_message)
    await saveMessages(database(), userId, [user_message, assistant_message])
  } catch (error) {
    if (isApiError(error) && error.recognised && error.status < 500) unconfirmed.delete(request)
    throw error
  } finally {
    running.delete(request)
  }
}

/** The id of the same request before, unless its version has arrived on this device meanwhile; else a new one. */
async function versionId(userId: number, request: string): Promise<string> {
  const before = unconfirmed.get(request)
  const hasArrived = before !== undefined && (await database().messages.get([userId, before])) !== undefined
  const id = before === undefined || hasArrived ? newId() : before
  unconfirmed.set(request, id)
  return id
}

/** The new version is shown, whichever was chosen before. The server does the same without being asked. */
async function showNewVersion(userId: number, { id, chat: chatId, reply_to: question }: Message): Promise<void> {
  const db = database()
  const selected = (await db.chats.get([userId, chatId]))?.versions ?? []
  const answers = await db.messages.bulkGet(selected.map((version): OwnedKey => [userId, version]))
  const instead = answers.flatMap((answer) => (answer?.reply_to === question ? answer.id : []))
  if (instead.length > 0) await enqueueChatChange(db, { userId, chatId, patch: { versions: [id] }, instead })
}
