import { afterEach, beforeEach } from 'vitest'
import { recordConsoleError, takeConsoleErrors } from './console-errors.ts'

const write = console.error

// Browsers have it, Node has not: an error that nobody waits for is one of the console.
if (typeof reportError === 'undefined') {
  Object.assign(globalThis, { reportError: (error: unknown) => console.error(error) })
}

beforeEach(() => {
  takeConsoleErrors()
  console.error = (...parts: unknown[]) => {
    if (!recordConsoleError(parts)) write(...parts)
  }
})

afterEach(() => {
  console.error = write
  const { unexpected, missing } = takeConsoleErrors()
  if (unexpected.length > 0) throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`)
  if (missing.length > 0) throw new Error(`console.error never said: ${missing.join(', ')}`)
})
