import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '../env.ts'
import { recordResponse } from '../response/record-response.ts'
import { addHeaders } from './add-headers.ts'

const shared = {
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'Retry-After,X-Request-Id',
}
const preflight = {
  'Access-Control-Max-Age': '7200',
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type,Accept-Language,Prefer,Last-Event-ID,X-Request-Id',
  Vary: 'Access-Control-Request-Headers',
}

/**
 * Lets pages of these origins call the API, and answers their preflight requests. Hono's middleware creates a response
 * before the handler's and merges both, which turns the body into a stream and delays its first byte.
 */
export function cors(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (context.req.method === 'OPTIONS') context.res = recordResponse(null, 204, preflight)
    else await next()
    addHeaders(context, { ...shared, ...allowedOrigin(context), Vary: 'Origin' })
  }

  function allowedOrigin({ req }: Context<HttpEnv>): Record<string, string> {
    const origin = req.header('origin')
    return origin !== undefined && origins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : {}
  }
}
