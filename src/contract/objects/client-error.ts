import * as v from 'valibot'
import { Count, says } from '../primitives.ts'

/**
 * Where an error occurred: thrown by a script (also while rendering), a rejected promise, the service worker, or a
 * violation of the Content-Security-Policy.
 */
const clientErrorSources = ['script', 'promise', 'worker', 'csp'] as const
const Source = v.picklist(clientErrorSources, says('invalid'))

/** Narrow formats: an error class with one of our codes, a hash, a pattern. They cannot hold any text of a user. */
const Code = v.pipe(v.string(says('required')), v.regex(/^[A-Za-z]{1,40}(?:\.[a-z_]{1,40})?$/, says('invalid')))
const Build = v.pipe(v.string(says('required')), v.regex(/^(?:[\w-]{8}|unbuilt)$/, says('invalid')))
/** The pattern of a route, `/chat/$chatId`, never a visited URL. */
const RoutePattern = v.pipe(v.string(says('required')), v.regex(/^\/[a-z$/-]{0,60}$/i, says('invalid')))

/** A browser's error report: name or code, build, and the screen's route. No message, no user. */
export const ClientErrorInput = v.object({ source: Source, code: Code, build: Build, route: RoutePattern })
export type ClientErrorInput = v.InferOutput<typeof ClientErrorInput>

/** Equal errors of the last days, counted in one row; `engine` is parsed from User-Agent, `last_day` is in UTC. */
export const ClientErrorCount = v.object({
  source: Source,
  code: v.string(),
  build: v.string(),
  /** `webkit 26`, or `other` when it cannot be determined. */
  engine: v.string(),
  route: v.string(),
  count: Count,
  last_day: v.pipe(v.string(), v.isoDate()),
})
export type ClientErrorCount = v.InferOutput<typeof ClientErrorCount>
