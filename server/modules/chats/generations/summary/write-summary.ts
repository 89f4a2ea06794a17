import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'
import { cleanText } from '../../../../lib/text/clean-text.ts'
import { bytesOf } from '../../../../lib/text/text-bytes.ts'
import { untilAborted } from '../../../../lib/until-aborted.ts'
import {
  type Assistant,
  AssistantError,
  LengthLimitError,
  type Turn,
} from '../../../../providers/assistant/assistant.ts'

/** An answer waits for its summary; a longer one is given up. */
const TIMEOUT_MS = 3 * 60_000

export interface Written {
  /** Null when the model failed, or wrote nothing or more than `most` bytes. */
  content: string | null
  /** As the model reported, else estimated; 0 when it could not be reached. */
  tokens: number
}

/** Lets the model write a summary. Never throws for a failure of the model. */
export async function writeSummary(
  assistant: Pick<Assistant, 'answer'>,
  turns: readonly Turn[],
  { language, most, signal }: { language: Language; most: number; signal: AbortSignal },
): Promise<Written> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const either = AbortSignal.any([signal, timeout])
  let text = ''
  let usage: Usage | null = null
  let failed = false
  try {
    for await (const chunk of untilAborted(assistant.answer(turns, { signal: either, language }), either)) {
      if (chunk.kind === 'usage') usage = chunk.usage
      else if (chunk.kind === 'delta') text += chunk.text
      if (bytesOf(text) > most) break
    }
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    // A summary without its last words is better than none.
    failed = !(error instanceof LengthLimitError)
  }
  const content = cleanText(text).trim()
  const isUsable = !failed && !either.aborted && content !== '' && bytesOf(content) <= most
  return { content: isUsable ? content : null, tokens: count(turns, text, usage) }
}

function count(turns: readonly Turn[], text: string, usage: Usage | null): number {
  if (usage !== null) return usage.prompt_tokens + usage.completion_tokens
  if (text === '') return 0
  return Math.ceil(turns.reduce((sum, turn) => sum + turn.content.length, text.length) / 4)
}
