import type { LanguageModelUsage } from 'ai'
import * as v from 'valibot'
import type { Usage } from '#contract/stream.ts'

/** An upper limit is needed: 1e300 is an integer too, but no database can store it. */
const Tokens = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Reported = v.object({ inputTokens: Tokens, outputTokens: Tokens })

/** The token counts of a model server's response; null when it reports none, or something that is no count. */
export function reportedUsage(usage: LanguageModelUsage): Usage | null {
  const reported = v.safeParse(Reported, usage)
  if (!reported.success) return null
  return { prompt_tokens: reported.output.inputTokens, completion_tokens: reported.output.outputTokens }
}
