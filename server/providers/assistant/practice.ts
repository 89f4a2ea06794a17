import { setTimeout as delay } from 'node:timers/promises'
import type { AnswerChunk, Assistant, Turn } from './assistant.ts'
import { splitGoOn } from './continuation.ts'
import { practiceAnswer, practiceReasoning } from './practice-answer.ts'

/** Milliseconds between two words: fast, but visible as streaming. */
const WORD_MS = 12

/** The built-in assistant: its answers are deterministic, and say that they are only practice. */
export function practice({ wordMs = WORD_MS }: { wordMs?: number } = {}): Assistant {
  async function* answer(
    turns: readonly Turn[],
    { signal, language }: Parameters<Assistant['answer']>[1],
  ): AsyncGenerator<AnswerChunk, void> {
    const { turns: chat, begun } = splitGoOn(turns)
    const questions = chat.filter((turn) => turn.role === 'user')
    const question = questions.at(-1)?.content ?? ''
    const reasoning = begun === '' ? practiceReasoning(question, language) : ''
    const found = questions.at(-1)?.web?.sources ?? []
    const whole = practiceAnswer(question, questions.length, language, found)
    const text = whole.startsWith(begun) ? whole.slice(begun.length) : `\n\n${whole}`
    for (const chunk of splitWords(reasoning)) {
      yield { kind: 'reasoning', text: chunk }
      await pause(wordMs, signal)
    }
    for (const chunk of splitWords(text)) {
      if (signal.aborted) return
      yield { kind: 'delta', text: chunk }
      await pause(wordMs, signal)
    }
    const read = turns.reduce((sum, turn) => sum + splitWords(turn.content).length, 0)
    yield { kind: 'usage', usage: { prompt_tokens: read, completion_tokens: splitWords(reasoning + text).length } }
  }

  return { name: 'Practice', kind: 'practice', answer }
}

const splitWords = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []

/** Resolves early when the answer is stopped. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined)
