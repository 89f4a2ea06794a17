import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FieldMessage, isFieldMessage } from '#contract/field-messages.ts'
import { JSON_BODY_MAX, PHOTO_BODY_MAX } from '#contract/limits.ts'
import { appError, FieldProblem } from '../../lib/errors.ts'
import { readBody } from './read-body.ts'
import { readForm } from './read-form.ts'

/**
 * The time for a file chunk to arrive. A slower one is refused, to free its memory. Longer than the timeout of the
 * client (30 s), which thereby learns first that the network is slow, and sends a smaller one.
 */
const RAW_ARRIVAL_MS = 40_000

type Schema = NonNullable<Endpoint['body']>

/** Parses the path parameters; throws `not_found` for a value that cannot be an id. */
export function parseParams(endpoint: Endpoint, raw: Record<string, string>): unknown {
  if (endpoint.params === undefined) return undefined
  const parsed = v.safeParse(endpoint.params, raw)
  if (!parsed.success) throw appError('not_found')
  return parsed.output
}

/** Parses the first value of each query parameter; the schema drops unknown parameters. */
export async function parseQuery(endpoint: Endpoint, url: string): Promise<unknown> {
  if (endpoint.query === undefined) return undefined
  const raw: Record<string, string> = Object.create(null)
  for (const [name, value] of new URL(url).searchParams) raw[name] ??= withoutNul(value)
  return parseFields(endpoint.query, { ...raw })
}

/**
 * Parses the body by its type; `sender` is the caller's key. Throws bad_request, payload_too_large,
 * unsupported_media_type, overloaded or a FieldProblem.
 */
export async function parseBody(endpoint: Endpoint, request: Request, sender: string): Promise<unknown> {
  if (endpoint.body === undefined) return undefined
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (request.headers.has('content-encoding')) throw appError('unsupported_media_type')
  if (endpoint.bodyType === 'multipart') {
    if (type !== 'multipart/form-data') throw appError('unsupported_media_type')
    return parseFields(endpoint.body, await readForm(request, PHOTO_BODY_MAX, sender))
  }
  if (endpoint.bodyType === 'raw') {
    if (type !== 'application/octet-stream') throw appError('unsupported_media_type')
    return new Blob([await readBody(request, endpoint.bodyMax ?? JSON_BODY_MAX, RAW_ARRIVAL_MS)])
  }
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw appError('unsupported_media_type')
  }
  return parseFields(endpoint.body, await readJson(request, endpoint.bodyMax))
}

async function readJson(request: Request, max = JSON_BODY_MAX): Promise<unknown> {
  const bytes = await readBody(request, max)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(text, text.includes('\\u0000') ? clean : undefined)
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
}

/** U+0000 is removed, because PostgreSQL's text cannot hold it. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')
const clean = (_key: string, value: unknown): unknown => (typeof value === 'string' ? withoutNul(value) : value)

async function parseFields(schema: Schema, input: unknown): Promise<unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw appError('bad_request')
  const shape = shapeOf(schema, input)
  const parsed = await v.safeParseAsync(shape, withMissing(shape, input))
  if (parsed.success) return parsed.output
  const fields = new Map<string, Set<FieldMessage>>()
  for (const issue of parsed.issues) {
    const key = issue.path?.[0]?.key
    if (key === undefined) throw appError('bad_request')
    const messages = fields.get(String(key)) ?? new Set()
    fields.set(String(key), messages.add(isFieldMessage(issue.message) ? issue.message : 'invalid'))
  }
  throw new FieldProblem(Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]])))
}

/** Of a union, the first shape that has a field of the input, so that errors name its fields; else the first shape. */
function shapeOf(schema: Schema, input: object): Schema {
  if (!('options' in schema) || !Array.isArray(schema.options)) return schema
  const shapes: readonly (Schema & { entries?: object })[] = schema.options
  return (
    shapes.find(({ entries }) => Object.keys(entries ?? {}).some((key) => Object.hasOwn(input, key))) ??
    shapes[0] ??
    schema
  )
}

/**
 * For an absent key Valibot reports its own message on the object; for an undefined one the field's message ("Email is
 * required"). So absent required keys are set to undefined.
 */
function withMissing(schema: object, input: object): object {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return input
  const filled: Record<string, unknown> = { ...input }
  for (const [key, entry] of Object.entries(schema.entries)) {
    const optional = typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'optional'
    if (!optional && !Object.hasOwn(filled, key)) filled[key] = undefined
  }
  return filled
}
