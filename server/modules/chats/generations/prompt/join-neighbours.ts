import type { Turn } from '../../../../providers/assistant/assistant.ts'

/** Some models require alternating roles; a question whose answer failed is joined with the next one. */
export function joinNeighbours(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) {
      last.content += `\n\n${turn.content}`
      const files = [last.files, turn.files].filter((text) => text !== undefined)
      if (files.length > 0) last.files = files.join('\n\n')
      const pictures = [...(last.pictures ?? []), ...(turn.pictures ?? [])]
      if (pictures.length > 0) last.pictures = pictures
    } else joined.push({ ...turn })
  }
  return joined
}
