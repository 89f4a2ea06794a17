import type { Context } from 'hono'
import * as v from 'valibot'
import { Language } from '#contract/primitives.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { HttpEnv } from '../env.ts'

/** What the pages that the server renders need from the HTTP app. */
export interface PageServices {
  limiter: RateLimiter
  /** The client's key for rate limits. */
  senderOf: (context: Context<HttpEnv>) => string
}

/** The language that the address names, else the one that the browser prefers. */
export function languageFor(context: Context<HttpEnv>): Language {
  const named = v.safeParse(Language, context.req.query('lang'))
  return named.success ? named.output : context.get('language')
}
