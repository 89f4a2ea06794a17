import type { TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import { TEMPORARY_BODY_MAX, TEMPORARY_EXCHANGES_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/objects/chat.ts'
import { currentVersion } from '#offline/chats/current-path.ts'
import type { TemporaryState } from './temporary-state.ts'

interface TemporaryRequest {
  body: TemporaryQuestion
  /** The last message without which the model answered when it left out so many of `body.earlier`; null: none. */
  endOfLeftOut: (count: number) => string | null
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length + 1

/**
 * The request for an answer to a question: it contains what was said before, the newest first where not all of it fits.
 */
export function createTemporaryRequest(
  { messages, versions }: TemporaryState,
  { content: question, seq }: Message,
  begun: string,
): TemporaryRequest {
  const exchanges = messages
    .filter((message) => message.role === 'user' && message.seq < seq)
    .map((earlier) => {
      const answers = messages.filter(({ reply_to }) => reply_to === earlier.id)
      const answer = currentVersion(answers, versions)
      return { end: answer?.id ?? earlier.id, said: { question: earlier.content, answer: answer?.content ?? '' } }
    })
  const rest = { question, ...(begun === '' ? {} : { begun }) }
  let space = TEMPORARY_BODY_MAX - sizeOf({ ...rest, earlier: [] })
  let first = exchanges.length
  for (const { said } of exchanges.slice(-TEMPORARY_EXCHANGES_MAX).reverse()) {
    space -= sizeOf(said)
    if (space < 0) break
    first -= 1
  }
  return {
    body: { ...rest, earlier: exchanges.slice(first).map(({ said }) => said) },
    endOfLeftOut: (count) => exchanges[first + count - 1]?.end ?? null,
  }
}
