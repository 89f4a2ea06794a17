const HIGH_SURROGATE_AT_END = /[\uD800-\uDBFF]$/

/** Removes control characters except tab and line ends, and lone surrogates, which not every engine can store. */
export function cleanText(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '').toWellFormed()
}

/** Cleans text in chunks; a high surrogate at the end is held back for the next chunk. */
export function createChunkCleaner(): (chunk: string) => string {
  let held = ''
  return (chunk) => {
    const text = held + chunk
    held = HIGH_SURROGATE_AT_END.test(text) ? text.slice(-1) : ''
    return cleanText(held === '' ? text : text.slice(0, -1))
  }
}
