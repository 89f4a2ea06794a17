/** Adds the parts of `draft` between commas, trimmed, to the chips; empty and repeated ones are left out. */
export function addChips(chips: readonly string[], draft: string): string[] {
  const added = draft.split(',').map((part) => part.trim())
  return [...new Set([...chips, ...added.filter((part) => part !== '')])]
}

/** Splits at the last comma: the text before it becomes chips, the text after it is still being typed. */
export function splitDraft(typed: string): { finished: string; draft: string } {
  const end = typed.lastIndexOf(',')
  return { finished: typed.slice(0, Math.max(0, end)), draft: typed.slice(end + 1).trimStart() }
}
