import type { Turn } from './assistant.ts'

const GO_ON =
  'Your answer broke off there. Go on exactly where it ends, in the same language, in mid-word if need be. ' +
  'Repeat nothing of it, and say nothing about this.'

/** The turns after the question for an answer to continue; none for a new answer. */
export function goOnTurns(begun: string): Turn[] {
  if (begun === '') return []
  return [
    { role: 'assistant', content: begun },
    { role: 'user', content: GO_ON },
  ]
}

/** The turns without those of `goOnTurns`, and the text to continue; empty for a new answer. */
export function splitGoOn(turns: readonly Turn[]): { turns: readonly Turn[]; begun: string } {
  if (turns.at(-1)?.content !== GO_ON) return { turns, begun: '' }
  return { turns: turns.slice(0, -2), begun: turns.at(-2)?.content ?? '' }
}
