import { cutLines } from './cut-lines.ts'
import { type Answer, parseQuestion, type Token } from './highlight-messages.ts'
import { tokenize } from './tokenize.ts'

/** Handles a message to the worker: one answer for each piece that the page shows; none for invalid data. */
export function handleHighlightRequest(data: unknown): Answer[] {
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
    // There is no grammar, or it failed on this code: the page shows the code without colours.
    return [{ type: 'failed', id }]
  }
}

/** Splits tokens into pieces of the given lengths in characters. A token that crosses an end is split. */
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
