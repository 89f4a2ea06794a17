import type { Exchange } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../chats.errors.ts'
import { readMessage } from '../messages.repository.ts'
import { waitForAnswer } from '../stream/follow-answer.ts'

/**
 * Waits for the end of an exchange's answer and returns the exchange with it; undefined when the signal ended the wait.
 * Throws `not_found` when the chat was deleted meanwhile.
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
