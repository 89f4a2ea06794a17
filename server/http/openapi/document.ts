import { API_BASE, type Endpoint, isClosedToSuspended, type ResponseBody } from '#contract/endpoint.ts'
import { commonErrors, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { calls } from '../api/bind-routes.ts'
import { componentSchemas, type JsonSchema, jsonSchema } from './json-schema.ts'

/** The contract as OpenAPI 3.1. `publicUrl` has no slash at its end. */
export function openApiDocument(publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, endpoint } of calls) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Companion',
      version: '1',
      summary: 'The provider API: accounts, subscriptions, chats.',
      description:
        'JSON, snake_case; times are ISO 8601 UTC. Errors are `{message, code}`; a 400 about fields is `{field: [message]}` and nothing else. Their words follow Accept-Language (en, es).',
    },
    servers: [{ url: `${publicUrl}${API_BASE}` }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(name: string, endpoint: Endpoint): JsonSchema {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [groupOf(endpoint.path)],
    security: endpoint.access === 'public' ? [] : [{ access: [] }],
    ...(endpoint.access === 'admin' || endpoint.access === 'provider' ? { 'x-role': endpoint.access } : {}),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: { ...successes(endpoint), ...failures(endpoint) },
  }
}

/** The group of a call in lists: `accounts/subscriptions`, `companion/chats`. */
export function groupOf(path: string): string {
  const [area = '', part = ''] = path.split('/').filter(Boolean)
  return area === 'accounts' && !['admin', 'subscriptions', 'users', 'plans'].includes(part)
    ? area
    : `${area}/${part}`.replace(/\/$/, '')
}

function parameters(schema: Endpoint['params'], where: 'path' | 'query'): JsonSchema[] {
  if (schema === undefined) return []
  const { properties, required } = objectOf(jsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

export function objectOf(schema: JsonSchema): { properties: Record<string, JsonSchema>; required: readonly string[] } {
  const { properties = {}, required = [] } = schema
  return { properties: properties as Record<string, JsonSchema>, required: required as readonly string[] }
}

const bodyTypes = { json: 'application/json', multipart: 'multipart/form-data', raw: 'application/octet-stream' }

/** A raw body without a schema is checked by its handler, and may have any type. */
function requestBody({ body, bodyType = 'json' }: Endpoint): JsonSchema {
  if (body === undefined && bodyType !== 'raw') return {}
  const content = body === undefined ? { '*/*': {} } : { [bodyTypes[bodyType]]: { schema: jsonSchema(body, 'input') } }
  return { requestBody: { required: true, content } }
}

function successes(endpoint: Endpoint): Record<string, JsonSchema> {
  const responses = Object.entries(endpoint.responses).map(([status, body]) => [status, success(body)] as const)
  const found = Object.fromEntries(responses)
  const isExchange = endpoint.path === '/companion/chat/' || endpoint.path === '/companion/chat/reassess/'
  if (endpoint.path === '/companion/temporary/answer/') {
    return { '200': { description: 'Events', content: temporaryEventsOf } }
  }
  if (!isExchange) return found
  const whole = found['200']
  return { ...found, '200': { ...whole, content: { ...(whole?.content as object), ...events } } }
}

function success(body: ResponseBody): JsonSchema {
  if (body === 'empty') return { description: 'Done' }
  if (body === 'event-stream') return { description: 'Events', content: events }
  if (body === 'file') return { description: 'A download', content: { '*/*': {} } }
  return { description: 'Success', content: { 'application/json': { schema: jsonSchema(body, 'output') } } }
}

const events = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-sent events, named by `event`: accepted (AcceptedEvent), queued (QueuedEvent) while the server has no room for the answer, sources (SourcesEvent) whenever its web search changes, reasoning (ReasoningEvent), delta (DeltaEvent), then done (DoneEvent) or failed (FailedEvent); `data` is JSON. `id` is `<message id>:<n>` on reasoning and delta; give the last one as Last-Event-ID to resume. A comment comes every 15 s.',
    },
  },
}

const temporaryEventsOf = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-sent events, named by `event`: reasoning (ReasoningEvent), delta (DeltaEvent), then ended (TemporaryEndedEvent) and, where scoring is on, scores (TemporaryScoresEvent); `data` is JSON. Nothing is stored, so the stream cannot be resumed. A comment comes every 15 s.',
    },
  },
}

function failures(endpoint: Endpoint): Record<string, JsonSchema> {
  const codes = new Set<ErrorCode>([...endpoint.errors, ...commonErrors])
  if (endpoint.confirm !== undefined) codes.add('confirmation_required')
  if (endpoint.access !== 'public') codes.add('token_not_valid')
  if (isClosedToSuspended(endpoint)) codes.add('suspended')
  if (endpoint.access === 'admin' || endpoint.access === 'provider') codes.add('permission_denied')
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  return Object.fromEntries([...byStatus].map(([status, of]) => [String(status), failure(status, of)]))
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function failure(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const coded = ref('CodedError')
  const schema = status === 400 ? { anyOf: [ref('FieldErrors'), coded] } : coded
  const retry = status === 429 || status === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}
  return { description: codes.join(', '), ...retry, content: { 'application/json': { schema } } }
}
