import * as v from 'valibot'
import { Count, says } from '../primitives.ts'

/**
 * Where a browser noticed an error: thrown by a script (drawing a screen, too), a rejected promise, the service worker,
 * or a violation of the Content-Security-Policy.
 */
export const clientErrorSources = ['script', 'promise', 'worker', 'csp'] as const
const Source = v.picklist(clientErrorSources, says('invalid'))

/** Narrow forms: a name of an error class with a code of ours, a hash, a pattern. What a person wrote fits in none. */
const Code = v.pipe(v.string(says('required')), v.regex(/^[A-Za-z]{1,40}(?:\.[a-z_]{1,40})?$/, says('invalid')))
const Build = v.pipe(v.string(says('required')), v.regex(/^(?:[\w-]{8}|unbuilt)$/, says('invalid')))
/** The pattern of a route, `/chat/$chatId`, never an address that somebody visited. */
const RoutePattern = v.pipe(v.string(says('required')), v.regex(/^\/[a-z$/-]{0,60}$/i, says('invalid')))

/** What a browser says of an error: its name or code, the build, and the screen's route. No message, no user. */
export const ClientErrorInput = v.object({ source: Source, code: Code, build: Build, route: RoutePattern })
export type ClientErrorInput = v.InferOutput<typeof ClientErrorInput>

/** The same errors of the last days as one row; `engine` is read from User-Agent, `last_day` is in UTC. */
export const ClientErrorCount = v.object({
  source: Source,
  code: v.string(),
  build: v.string(),
  /** `webkit 26`, or `other` when the server cannot tell. */
  engine: v.string(),
  route: v.string(),
  count: Count,
  last_day: v.pipe(v.string(), v.isoDate()),
})
export type ClientErrorCount = v.InferOutput<typeof ClientErrorCount>
