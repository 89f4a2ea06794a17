/** Whether `error` is one of the operating system's, of that code (`ENOENT`, `EADDRINUSE` …) when one is named. */
export function isSystemError(error: unknown, code?: string): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return code === undefined || error.code === code
}
