export interface Comment {
  /** The line number, from 1. */
  line: number
  text: string
}

/**
 * Yields the comments of a source file by line. It relies on the formatter: a comment is on a separate line or after
 * code and a space. In YAML and shell files comments begin with #.
 */
export function* findComments(file: string, lines: readonly string[]): Generator<Comment> {
  const find = /\.ya?ml$|^\.ci\//.test(file) ? findHash : findOpening
  let inside = false
  for (const [index, line] of lines.entries()) {
    const text: string | undefined = inside ? line : find(line)
    if (text === undefined) continue
    yield { line: index + 1, text }
    if (inside || /^(?:\/\*|<!--)/.test(text)) inside = !/\*\/|-->/.test(text)
  }
}

function findHash(line: string): string | undefined {
  return /(?:^|\s)#(.*)$/.exec(line)?.[1]
}

/** The comment that begins in this line, else undefined. After an odd number of quotes it would be inside a string. */
function findOpening(line: string): string | undefined {
  const match = /(?<=^|[\s{(,])(?:\/\/ |\/\/$|\/\*|<!--)/.exec(line)
  if (!match) return undefined
  const before = line.slice(0, match.index)
  const inText = ["'", '"', '`'].some((quote) => before.split(quote).length % 2 === 0)
  return inText ? undefined : line.slice(match.index)
}
