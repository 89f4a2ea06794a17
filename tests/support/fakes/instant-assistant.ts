import type { Assistant } from '#server/providers/assistant/assistant.ts'

/** Answers at once with the same text, for tests that are not about answers. */
export function instantAssistant(says = 'As you say.'): Assistant {
  return {
    name: 'Quick',
    kind: 'practice',
    async *answer() {
      yield { kind: 'reasoning', text: 'Let me see.' }
      yield { kind: 'delta', text: says }
      yield { kind: 'usage', usage: { prompt_tokens: 1, completion_tokens: 1 } }
    },
  }
}
