/** Whether `error` is an error of the operating system, with that code (`ENOENT`, `EADDRINUSE` …) if one is given. */
export function isSystemError(error: unknown, code?: string): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return code === undefined || error.code === code
}
