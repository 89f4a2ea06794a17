/** To the console and to `error` listeners, for work that nobody waits for. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else console.error(error)
}
