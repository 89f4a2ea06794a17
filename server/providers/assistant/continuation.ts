import type { Turn } from './assistant.ts'

const GO_ON =
  'Your answer broke off there. Go on exactly where it ends, in the same language, in mid-word if need be. ' +
  'Repeat nothing of it, and say nothing about this.'

/** What a model is told behind the question whose answer it shall go on with; nothing for an answer from the start. */
export function goOnTurns(begun: string): Turn[] {
  if (begun === '') return []
  return [
    { role: 'assistant', content: begun },
    { role: 'user', content: GO_ON },
  ]
}

/** The turns without that, and the text to go on with; empty for an answer from the start. */
export function splitGoOn(turns: readonly Turn[]): { turns: readonly Turn[]; begun: string } {
  if (turns.at(-1)?.content !== GO_ON) return { turns, begun: '' }
  return { turns: turns.slice(0, -2), begun: turns.at(-2)?.content ?? '' }
}
