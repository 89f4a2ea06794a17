import type { TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import type { Language } from '#contract/primitives.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { bytesOf } from '../../../lib/text/text-bytes.ts'
import type { PromptBudget } from '../../../limits/prompt-budget.ts'
import type { Turn } from '../../../providers/assistant/assistant.ts'
import { goOnTurns } from '../../../providers/assistant/continuation.ts'
import { cutBegun } from '../../chats/generations/prompt/cut-begun.ts'
import { joinNeighbours } from '../../chats/generations/prompt/join-neighbours.ts'
import { systemPrompt } from '../../chats/generations/prompt/system-prompt.ts'
import { earlierRules } from '../../chats/generations/summary/summary-prompt.ts'

interface TemporaryPrompt {
  turns: Turn[]
  /** How many of the oldest exchanges do not fit into the model's context. */
  leftOut: number
}

/**
 * The prompt of an answer in a temporary chat, from the request alone: nothing that the account remembers is in it.
 * What no longer fits is left out and not summarised, because a summary would have to be written again with each
 * question.
 */
export function temporaryTurns(
  { question, earlier, begun = '' }: TemporaryQuestion,
  { budget, language, today }: { budget: PromptBudget; language: Language; today: string },
): TemporaryPrompt {
  const rules = systemPrompt(language, today, { web: null, files: null, spoken: false })
  const cutRules = earlierRules(null, '', true)
  const tail = cutBegun(cleanText(begun), budget)
  const cleanQuestion = cleanText(question)
  let space = budget.prompt - [rules, cutRules, tail, cleanQuestion].reduce((sum, text) => sum + bytesOf(text), 0)
  let leftOut = earlier.length
  for (const exchange of earlier.toReversed()) {
    space -= bytesOf(exchange.question) + bytesOf(exchange.answer)
    if (space < 0) break
    leftOut -= 1
  }
  const said = earlier
    .slice(leftOut)
    .flatMap((exchange): Turn[] => [
      { role: 'user', content: cleanText(exchange.question) },
      ...(exchange.answer === '' ? [] : [{ role: 'assistant' as const, content: cleanText(exchange.answer) }]),
    ])
  const system = leftOut === 0 ? rules : `${rules}\n\n${cutRules}`
  const turns = joinNeighbours([...said, { role: 'user', content: cleanQuestion }])
  return { turns: [{ role: 'system', content: system }, ...turns, ...goOnTurns(tail)], leftOut }
}
