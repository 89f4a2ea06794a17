import type { Exchange } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../chats.errors.ts'
import { readMessage } from '../messages.repository.ts'
import { waitForAnswer } from '../stream/follow-answer.ts'

/**
 * Waits for the end of an exchange's answer and returns the exchange; undefined when the signal was aborted. Throws
 * `not_found` when the chat was deleted.
 */
export async function waitForExchange(
  deps: Pick<Dependencies, 'db' | 'bus'>,
  { userId, exchange, signal }: { userId: number; exchange: Exchange; signal: AbortSignal },
): Promise<Exchange | undefined> {
  const message = await waitForAnswer(deps, { userId, messageId: exchange.assistant_message.id, signal })
  if (message === undefined) return undefined
  if (message === null) throw chatNotFound()
  return { ...exchange, assistant_message: await readMessage(deps.db, message) }
}
