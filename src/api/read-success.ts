import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { UnexpectedResponseError } from './errors.ts'
import { readText } from './read-text.ts'

/** Parses the body of a 2xx by the contract's schema for that status; undefined for an empty body. */
export async function readSuccess(endpoint: Endpoint, response: Response): Promise<unknown> {
  const promised = endpoint.responses[response.status]
  const unexpected = (why: string, cause?: unknown) =>
    new UnexpectedResponseError(response.status, `${endpoint.method} ${endpoint.path}: ${why}`, { cause })
  if (promised === undefined) throw unexpected(`status ${response.status} is not in the contract`)
  if (promised === 'file') return response.blob()
  const text = await readText(response)
  if (promised === 'empty') return undefined
  if (promised === 'event-stream') throw unexpected('a stream is read by request()')
  const parsed = v.safeParse(promised, parseJson(text, unexpected))
  if (!parsed.success) {
    throw unexpected(v.flatten(parsed.issues).root?.[0] ?? v.getDotPath(parsed.issues[0]) ?? 'wrong shape')
  }
  return parsed.output
}

function parseJson(text: string, unexpected: (why: string, cause?: unknown) => Error): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unexpected('the body is not JSON', error)
  }
}
