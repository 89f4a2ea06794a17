/** The number of characters coloured and laid out in one task: a few milliseconds, also on a slow phone. */
const CHUNK_MAX = 1000

/** Cuts text into pieces at line ends. Text appended later changes only the last piece. */
export function cutLines(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start + CHUNK_MAX) + 1
    if (end === 0 || end === text.length) break
    chunks.push(text.slice(start, end))
    start = end
  }
  chunks.push(text.slice(start))
  return chunks
}
