/** The chips with what was typed: parts between commas, without their edges; blank ones and repeats are left out. */
export function addChips(chips: readonly string[], draft: string): string[] {
  const added = draft.split(',').map((part) => part.trim())
  return [...new Set([...chips, ...added.filter((part) => part !== '')])]
}

/** What a comma ends becomes chips; what stands behind the last one is still being typed. */
export function splitDraft(typed: string): { finished: string; draft: string } {
  const end = typed.lastIndexOf(',')
  return { finished: typed.slice(0, Math.max(0, end)), draft: typed.slice(end + 1).trimStart() }
}
