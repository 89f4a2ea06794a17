/** Characters that are coloured in one go: a few milliseconds, also on a slow phone. */
const PIECE = 2500

/** Cuts code where a line at the margin follows a blank one, so that almost nothing spans two pieces. */
export function cutCode(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const { index } of text.matchAll(/\n[ \t]*\n(?=\S)/g)) {
    if (index - start < PIECE) continue
    const end = text.indexOf('\n', index + 1) + 1
    pieces.push(text.slice(start, end))
    start = end
  }
  pieces.push(text.slice(start))
  return pieces
}
