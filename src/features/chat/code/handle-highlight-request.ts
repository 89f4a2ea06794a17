import { cutLines } from './cut-lines.ts'
import { type Answer, parseQuestion, type Token } from './highlight-messages.ts'
import { tokenize } from './tokenize.ts'

/** What the worker says to a message: a piece for each that the page shows, in order; nothing to what is no question. */
export function answerQuestion(data: unknown): Answer[] {
  const question = parseQuestion(data)
  if (question === null) return []
  const { id, code, language } = question
  try {
    const chunks = cutTokens(
      tokenize(code, language),
      cutLines(code).map(({ length }) => length),
    )
    return chunks.map((tokens, index) => ({ type: 'chunk', id, tokens, isLast: index === chunks.length - 1 }))
  } catch {
    // No grammar, or one that cannot cope with this: the page keeps the code as it is.
    return [{ type: 'failed', id }]
  }
}

/** Pieces of these many characters. What goes over an end goes on in the next piece. */
function cutTokens(tokens: readonly Token[], lengths: readonly number[]): Token[][] {
  let next = 0
  let rest: Token | undefined
  return lengths.map((length) => {
    const chunk: Token[] = []
    for (let free = length; free > 0; ) {
      const [kind, text] = rest ?? tokens[next++] ?? raise()
      chunk.push([kind, text.slice(0, free)])
      rest = text.length > free ? [kind, text.slice(free)] : undefined
      free -= text.length
    }
    return chunk
  })
}

function raise(): never {
  throw new RangeError('the parts are not the whole code')
}
