/**
 * Logs an error that the caller has handled. Other errors go to the browser's `reportError`, whose `error` listeners
 * report them to the server.
 */
export function logHandled(what: string, error: unknown): void {
  console.warn(what, error)
}
