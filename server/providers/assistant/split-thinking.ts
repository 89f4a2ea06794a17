const OPENING = '<think>'
const CLOSING = '</think>'

interface Part {
  kind: 'reasoning' | 'delta'
  text: string
}

/**
 * Splits a text that comes in chunks into reasoning, which models without a field of its own put between think tags at
 * the beginning, and answer. Once the answer has begun, tags are words of it: a user may ask about them.
 */
export function createThinkingSplitter() {
  let state: 'before' | 'reasoning' | 'answer' = 'before'
  let held = ''

  /** Takes what is certain out of the held text; null when the rest depends on the next chunk. */
  function next(): Part | null {
    if (state === 'reasoning') {
      const at = held.indexOf(CLOSING)
      const text = at < 0 ? held.slice(0, held.length - begunTag(held)) : held.slice(0, at)
      held = held.slice(at < 0 ? text.length : at + CLOSING.length)
      if (at >= 0) state = 'before'
      return at < 0 && text === '' ? null : { kind: 'reasoning', text }
    }
    const begun = held.trimStart()
    if (state === 'before' && begun.startsWith(OPENING)) {
      state = 'reasoning'
      held = begun.slice(OPENING.length)
      return next()
    }
    if (state === 'before' && OPENING.startsWith(begun)) return null
    state = 'answer'
    return take('delta')
  }

  function take(kind: Part['kind']): Part | null {
    const text = held
    held = ''
    return text === '' ? null : { kind, text }
  }

  return {
    *add(chunk: string): Generator<Part, void> {
      held += chunk
      for (let part = next(); part !== null; part = next()) if (part.text !== '') yield part
    },
    /** What was held back in case that a tag followed. */
    *end(): Generator<Part, void> {
      const part = take(state === 'reasoning' ? 'reasoning' : 'delta')
      if (part !== null) yield part
    },
  }
}

/** How many characters at the end of a text may be the beginning of a closing tag. */
function begunTag(text: string): number {
  let length = Math.min(text.length, CLOSING.length - 1)
  while (!CLOSING.startsWith(text.slice(text.length - length))) length -= 1
  return length
}
