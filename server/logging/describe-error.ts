interface DescribedError {
  type: string
  message: string
  code?: string | number
  status?: number
  stack?: string
  cause?: DescribedError
}

/**
 * An error for the log: its type, message, code, status, stack and causes. Other properties are omitted, because those
 * of databases and providers contain rows, requests and answers.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const described: DescribedError = { type: error.name, message: error.message }
  if (error.stack !== undefined) described.stack = error.stack
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) described.code = error.code
  if ('statusCode' in error && typeof error.statusCode === 'number') described.status = error.statusCode
  if (error.cause !== undefined && depth < 3) described.cause = describeError(error.cause, depth + 1)
  return described
}
