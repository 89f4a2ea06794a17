import * as v from 'valibot'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from './errors.ts'
import { readText } from './read-text.ts'

const Text = v.optional(v.string())
const Coded = v.pipe(
  v.object({
    message: Text,
    detail: Text,
    code: Text,
    resets_at: Text,
    challenge: Text,
    methods: v.optional(v.array(v.string())),
  }),
  v.check(({ message, code }) => message !== undefined || code !== undefined),
)
const Fields = v.pipe(v.record(v.string(), v.union([v.string(), v.array(v.string())])), v.minEntries(1))

/** Converts a response outside 2xx to an ApiError; accepts bodies of newer servers and of proxies too. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await readText(response)
  const body = parse(text)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  const common = { status: response.status, body, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }

  const coded = v.safeParse(Coded, body)
  if (coded.success) {
    const { detail = '', message = detail, code = 'unknown', resets_at, challenge, methods } = coded.output
    const proof = { challenge, methods }
    return new ApiError({
      ...common,
      ...proof,
      code,
      message,
      recognised: true,
      ...(resets_at ? { resetsAt: resets_at } : {}),
    })
  }
  const fields = v.safeParse(Fields, body)
  if (fields.success) {
    const lists: FieldErrors = {}
    for (const [name, value] of Object.entries(fields.output)) lists[name] = typeof value === 'string' ? [value] : value
    const message = Object.values(lists)[0]?.[0] ?? ''
    return new ApiError({ ...common, code: 'bad_request', message, fields: lists, recognised: true })
  }
  const message = response.statusText ? `${response.status} ${response.statusText}` : String(response.status)
  return new ApiError({ ...common, code: 'unknown', message, recognised: false })
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `Retry-After` (seconds or an HTTP date) in milliseconds from now. */
function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
