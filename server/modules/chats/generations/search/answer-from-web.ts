import type { Dependencies } from '../../../../dependencies.ts'
import {
  type AnswerChunk,
  type AnswerOptions,
  type Assistant,
  type LookedUp,
  ToolsRefusedError,
  type Turn,
} from '../../../../providers/assistant/assistant.ts'

interface WebQuestion {
  turns: readonly Turn[]
  question: string
  lookUp: (query: string) => Promise<LookedUp>
}

/**
 * An answer that may use the web. A model that can call tools writes the queries itself; for any other, the question is
 * looked up before it answers.
 */
export async function* answerFromWeb(
  { assistant, webSearch }: Pick<Dependencies, 'webSearch'> & { assistant: Assistant },
  { turns, question, lookUp }: WebQuestion,
  options: Pick<AnswerOptions, 'signal' | 'language'>,
): AsyncGenerator<AnswerChunk, void> {
  if (assistant.callsTools && webSearch !== null) {
    try {
      yield* assistant.answer(turns, { ...options, lookUp })
      return
    } catch (error) {
      if (!(error instanceof ToolsRefusedError)) throw error
    }
  }
  const { text, sources } = await lookUp(question)
  const last = turns.at(-1)
  yield* assistant.answer(last ? [...turns.slice(0, -1), { ...last, web: { text, sources } }] : turns, options)
}
