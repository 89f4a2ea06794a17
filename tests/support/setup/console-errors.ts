const seen: string[] = []
const expected: RegExp[] = []

/** Returns whether the test expected this error. */
export function recordConsoleError(parts: unknown[]): boolean {
  const text = parts.map(describe).join(' ')
  seen.push(text)
  return expected.some((pattern) => pattern.test(text))
}

/** Expects an error on the console; any other error still fails the test. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern)
}

/** The unexpected errors since the last call, and the expected ones that were not written. */
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
