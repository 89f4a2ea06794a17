import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

const Value = v.union([
  v.pipe(
    v.object({ stringValue: v.string() }),
    v.transform((value) => value.stringValue),
  ),
  v.pipe(
    v.object({ intValue: v.union([v.number(), v.string()]) }),
    v.transform((value) => Number(value.intValue)),
  ),
  v.pipe(
    v.object({ doubleValue: v.number() }),
    v.transform((value) => value.doubleValue),
  ),
  v.pipe(
    v.object({ boolValue: v.boolean() }),
    v.transform((value) => value.boolValue),
  ),
  v.pipe(
    v.object({ arrayValue: v.unknown() }),
    v.transform((value) => JSON.stringify(value)),
  ),
])
const Attributes = v.pipe(
  v.array(v.object({ key: v.string(), value: Value })),
  v.transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value]))),
)
const Resource = v.object({ attributes: Attributes })
const Span = v.object({
  traceId: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  kind: v.number(),
  startTimeUnixNano: v.string(),
  endTimeUnixNano: v.string(),
  attributes: Attributes,
  status: v.object({ code: v.optional(v.number()) }),
})
const Traces = v.object({
  resourceSpans: v.array(v.object({ resource: Resource, scopeSpans: v.array(v.object({ spans: v.array(Span) })) })),
})
const Point = v.object({
  attributes: Attributes,
  asDouble: v.optional(v.number()),
  count: v.optional(v.union([v.number(), v.string()])),
  sum: v.optional(v.number()),
  bucketCounts: v.optional(v.array(v.union([v.number(), v.string()]))),
  explicitBounds: v.optional(v.array(v.number())),
})
const Points = v.optional(v.object({ dataPoints: v.array(Point) }))
const Metric = v.object({ name: v.string(), sum: Points, gauge: Points, histogram: Points })
const Metrics = v.object({
  resourceMetrics: v.array(
    v.object({ resource: Resource, scopeMetrics: v.array(v.object({ metrics: v.array(Metric) })) }),
  ),
})

export type SeenSpan = v.InferOutput<typeof Span>

/** A collector with OTLP over HTTP in JSON, which refuses what is no such export. */
export async function startOtlpCollector() {
  const spans: SeenSpan[] = []
  const services = new Set<unknown>()
  const bodies: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let metrics: v.InferOutput<typeof Metric>[] = []

  function take(path: string | undefined, body: string): void {
    if (path === '/v1/traces') {
      for (const { resource, scopeSpans } of v.parse(Traces, JSON.parse(body)).resourceSpans) {
        services.add(resource.attributes['service.name'])
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
    } else if (path === '/v1/metrics') {
      const { resourceMetrics } = v.parse(Metrics, JSON.parse(body))
      for (const { resource } of resourceMetrics) services.add(resource.attributes['service.name'])
      metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    } else throw new Error(`no such path: ${path}`)
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.once('end', () => {
      headers.push(request.headers)
      bodies.push(body)
      try {
        take(request.url, body)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      } catch (error) {
        refused.push(String(error))
        response.writeHead(400).end()
      }
    })
  })
  const refused: string[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    bodies,
    headers,
    /** Why exports were refused. */
    refused,
    metric: (name: string) => metrics.find((metric) => metric.name === name),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
