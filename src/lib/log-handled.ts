/**
 * Writes a failure that is dealt with where it happens to the console. Anything else goes to the browser's `reportError`,
 * which tells the `error` listeners and so the server.
 */
export function logHandled(what: string, error: unknown): void {
  console.warn(what, error)
}
