const HIGH_SURROGATE_AT_END = /[\uD800-\uDBFF]$/

/** Text as both engines can keep it and any screen can show it: no control characters but tab and line ends. */
export function cleanText(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '').toWellFormed()
}

/** Cleans text that comes in chunks; half of a character waits for its other half. */
export function createChunkCleaner(): (chunk: string) => string {
  let held = ''
  return (chunk) => {
    const text = held + chunk
    held = HIGH_SURROGATE_AT_END.test(text) ? text.slice(-1) : ''
    return cleanText(held === '' ? text : text.slice(0, -1))
  }
}
