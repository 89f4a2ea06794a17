import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnv } from '../env.ts'

/** Warns once when requests come through an untrusted proxy, because limits then count all users as one. */
export function warnOfProxy(log: Logger): MiddlewareHandler<HttpEnv> {
  let hasWarned = false
  return async (context, next) => {
    if (!hasWarned && context.req.header('x-forwarded-for') !== undefined) {
      hasWarned = true
      log.warn('requests have X-Forwarded-For: behind a proxy set TRUST_PROXY, or all people count as one address')
    }
    await next()
  }
}
