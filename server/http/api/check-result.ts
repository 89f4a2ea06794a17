import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AnyAnswer } from './route.ts'

/**
 * Throws when an answer is not what the contract promises, or says more than it (a password hash that
 * slipped into an object). Run in tests, where it becomes a loud 500.
 */
export function checkAnswer(endpoint: Endpoint, answer: AnyAnswer): void {
  if (answer instanceof Response) return
  const promised = endpoint.responses[answer.status]
  const where = `${endpoint.method} ${endpoint.path} ${answer.status}`
  if (promised === undefined) throw new Error(`${where}: the contract does not know this status`)
  if (typeof promised === 'string') {
    if (promised !== 'empty' || answer.body !== undefined)
      throw new Error(`${where}: the contract promises ${promised}`)
    return
  }
  const sent: unknown = JSON.parse(JSON.stringify(answer.body))
  const parsed = v.safeParse(promised, sent)
  if (!parsed.success) throw new Error(`${where}: ${JSON.stringify(v.flatten(parsed.issues))}`)
  if (!isDeepStrictEqual(parsed.output, sent)) throw new Error(`${where}: the answer says more than the contract`)
}
