const seen: string[] = []
const expected: RegExp[] = []

/** Returns whether the test said that this would be written. */
export function recordConsoleError(parts: unknown[]): boolean {
  const text = parts.map(describe).join(' ')
  seen.push(text)
  return expected.some((pattern) => pattern.test(text))
}

/** For a test in which an error is written to the console on purpose; anything else still fails it. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

/** What was written against expectation since the last call, and what was expected but never written. */
export function takeConsoleErrors(): { unexpected: string[]; missing: string[] } {
  const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)))
  const missing = expected.filter((pattern) => !seen.some((text) => pattern.test(text))).map(String)
  seen.length = 0
  expected.length = 0
  return { unexpected, missing }
}

function describe(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part)
}
