/** The page has an h1, and each message an h2 with its author. */
const FIRST = 3
export const LOWEST = 6

const marked = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const underlined = /\n {0,3}(?:(=+)|-+)[ \t]*\n*$/

/**
 * Returns the rank of the headings in each block: one below the heading that contains it, however many marks it has,
 * so that an answer skips no rank. In a block that is no heading, it is the rank of headings in its list or quotation.
 */
export function rankHeadings(blocks: readonly string[]): number[] {
  const containing: number[] = []
  return blocks.map((block) => {
    const depth = depthOf(block)
    if (depth !== undefined) while ((containing.at(-1) ?? 0) >= depth) containing.pop()
    const rank = Math.min(LOWEST, FIRST + containing.length)
    if (depth !== undefined) containing.push(depth)
    return rank
  })
}

function depthOf(block: string): number | undefined {
  const marks = marked.exec(block)?.[1]
  if (marks !== undefined) return marks.length
  const line = underlined.exec(block)
  return line === null ? undefined : line[1] === undefined ? 2 : 1
}
