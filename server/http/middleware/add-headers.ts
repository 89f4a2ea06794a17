import type { Context } from 'hono'
import type { HttpEnv } from '../env.ts'
import { type HeaderRecord, withHeaders } from '../response/record-response.ts'

/** Adds headers to the response of a request. */
export function addHeaders(context: Context<HttpEnv>, headers: HeaderRecord): void {
  const response = withHeaders(context.res, headers)
  // Without this, Hono would merge the two and read the body as a stream.
  context.res = undefined
  context.res = response
}
