import { afterEach, beforeEach } from 'vitest'

const write = console.error
const seen: string[] = []

// Browsers have it, Node has not: an error that nobody waits for is one of the console.
if (typeof reportError === 'undefined') {
  Object.assign(globalThis, { reportError: (error: unknown) => console.error(error) })
}

beforeEach(() => {
  seen.length = 0
  console.error = (...parts: unknown[]) => {
    seen.push(parts.map(describe).join(' '))
    write(...parts)
  }
})

afterEach(() => {
  console.error = write
  if (seen.length > 0) throw new Error(`Unexpected console.error:\n${seen.join('\n')}`)
})

function describe(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part)
}
