import type { BodyOf } from '#contract/endpoint.ts'
import type { ImportedChat, importChats } from '#contract/endpoints/import.ts'
import { IMPORT_CHATS_MAX, IMPORT_MESSAGES_MAX } from '#contract/limits.ts'
import type { ReadChat } from './message-tree.ts'

export type Portion = Pick<BodyOf<typeof importChats>, 'source' | 'chats'>

/** A quarter of IMPORT_BODY_MAX, so that one more message still fits; small enough for a slow connection. */
const BYTES = 256 * 1024
/** The messages of one portion: the server stores them while others wait. */
const MESSAGES = 200

/** Divides chats into requests: several short chats are one, a long chat is several, in the order of its messages. */
export async function* toPortions(chats: AsyncIterable<ReadChat>): AsyncGenerator<Portion> {
  const encoder = new TextEncoder()
  let portion: ImportedChat[] = []
  let source: Portion['source'] = 'companion'
  let [bytes, count] = [0, 0]
  const isFull = () => bytes >= BYTES || count >= MESSAGES
  const take = (): Portion => {
    const taken = { source, chats: portion }
    portion = []
    bytes = 0
    count = 0
    return taken
  }
  for await (const read of chats) {
    source = read.source
    let current: ImportedChat | undefined
    for (const message of read.chat.messages) {
      if (isFull() || current?.messages.length === IMPORT_MESSAGES_MAX) {
        yield take()
        current = undefined
      }
      if (current === undefined) {
        current = { ...read.chat, messages: [] }
        portion.push(current)
      }
      current.messages.push(message)
      bytes += encoder.encode(message.content).length
      count += 1
    }
    if (isFull() || portion.length === IMPORT_CHATS_MAX) yield take()
  }
  if (portion.length > 0) yield take()
}
