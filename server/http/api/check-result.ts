import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AnyHandlerResult } from './route.ts'

/**
 * Throws when a result does not match the contract, or has additional fields (such as a password hash). Tests run it;
 * there it causes a 500.
 */
export function checkResult(endpoint: Endpoint, result: AnyHandlerResult): void {
  if (result instanceof Response) return
  const promised = endpoint.responses[result.status]
  const where = `${endpoint.method} ${endpoint.path} ${result.status}`
  if (promised === undefined) throw new Error(`${where}: the contract does not know this status`)
  if (typeof promised === 'string') {
    if (promised !== 'empty' || result.body !== undefined)
      throw new Error(`${where}: the contract promises ${promised}`)
    return
  }
  const sent: unknown = JSON.parse(JSON.stringify(result.body))
  const parsed = v.safeParse(promised, sent)
  if (!parsed.success) throw new Error(`${where}: ${JSON.stringify(v.flatten(parsed.issues))}`)
  if (!isDeepStrictEqual(parsed.output, sent)) throw new Error(`${where}: the answer says more than the contract`)
}
