import { hostileStrings } from '../fixtures/hostile-strings.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { ApiOperation, Schema } from './openapi-document.ts'
import { type Draw, objectFor, valueFor } from './values.ts'

/** A request before it is sent. */
export interface FuzzRequest {
  operation: ApiOperation
  method: string
  /** The path below `/api/v1`, with the query. */
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const brokenBodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":1}}',
  `${'['.repeat(5000)}`,
  '{"__proto__":{"is_admin":true}}',
]
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
]

/**
 * A random request to an operation. Most are valid; with `faults`, method, path, headers and body are sometimes
 * invalid, each independently of the others.
 */
export function makeRequest(operation: ApiOperation, draw: Draw, token: string | null): FuzzRequest {
  const { random, faults } = draw
  const method = faults && random.next() < 0.01 ? random.one(methods) : operation.method
  const request: FuzzRequest = { operation, method, path: pathOf(operation, draw), headers: {} }
  if (token !== null) request.headers.Authorization = `Bearer ${token}`
  if (faults) addHeaders(request.headers, random)
  if (method !== 'GET') addBody(request, draw)
  return request
}

function pathOf({ path, parameters }: ApiOperation, draw: Draw): string {
  const { random, pool, faults } = draw
  // The id in `/companion/folders/{id}/` is that of a folder in the pool, if it has any; with faults, sometimes not.
  const ownerOf = (name: string) => new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? ''
  const text = (name: string, schema: Schema) => {
    const value = valueFor(name, schema, draw)
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  let filled = path
  const query = new URLSearchParams()
  for (const { name, in: where, required, schema } of parameters) {
    if (where === 'path') {
      const owner = ownerOf(name)
      const known = owner in pool && (!faults || random.next() < 0.7) ? owner : name
      filled = filled.replace(`{${name}}`, encode(text(known, schema)) || 'x')
    } else if ((required && !faults) || random.next() < (required ? 0.95 : 0.4)) query.set(name, text(name, schema))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

/** Encodes a path segment: half a surrogate pair cannot be encoded, and `..` would change the path. */
const encode = (text: string): string =>
  encodeURIComponent(text.slice(0, 300).toWellFormed()).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'))

function addHeaders(headers: Record<string, string>, random: SeededRandom): void {
  if (random.next() < 0.3) headers['Accept-Language'] = random.one(['es', 'en', 'fr', '*', 'x'.repeat(200)])
  if (random.next() < 0.5) headers.Prefer = 'respond-async'
  else if (random.next() < 0.1) headers.Accept = 'text/event-stream'
  if (random.next() < 0.05) headers['Last-Event-ID'] = random.one(['x', ':1', '9'.repeat(40), '-1'])
  if (random.next() < 0.02)
    headers.Authorization = random.one(['Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'a'.repeat(5000)}`])
}

function addBody(request: FuzzRequest, draw: Draw): void {
  const { random, faults } = draw
  const content = request.operation.requestBody?.content
  if (content === undefined) return
  if (faults && random.next() < 0.03) {
    request.headers['Content-Type'] = random.next() < 0.5 ? 'application/json' : random.one(types)
    request.body = random.one(brokenBodies)
    return
  }
  const schema = Object.values(content)[0]?.schema ?? {}
  if ('multipart/form-data' in content) {
    request.body = new FormData()
    const bytes = new TextEncoder().encode(random.one(hostileStrings))
    request.body.set(
      'photo',
      random.next() < 0.5 ? new Blob([bytes], { type: 'image/png' }) : random.one(hostileStrings),
    )
    return
  }
  if ('application/octet-stream' in content) {
    request.headers['Content-Type'] = 'application/octet-stream'
    request.body = random.one(hostileStrings)
    return
  }
  request.headers['Content-Type'] = 'application/json'
  request.body = JSON.stringify(objectFor(schema, draw))
}
