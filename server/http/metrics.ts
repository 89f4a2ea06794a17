import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { appError } from '../lib/errors.ts'
import { isLoopback } from '../lib/loopback.ts'
import type { HttpEnv } from './env.ts'

export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
}

/** Seconds from the arrival of a request until the headers of its response, by the call's name. */
export function requestDurations(registry: Registry): Histogram<'call' | 'status'> {
  return new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the headers of an answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
}

/** Prometheus text for requests with the token. If none is configured: for this machine, in production for none. */
export async function metricsPage(
  context: Context<HttpEnv>,
  registry: Registry,
  settings: Pick<Config, 'metricsToken' | 'production'>,
): Promise<Response> {
  if (!mayRead(context, settings)) throw appError('not_found')
  return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } })
}

function mayRead(context: Context<HttpEnv>, { metricsToken, production }: Pick<Config, 'metricsToken' | 'production'>) {
  if (metricsToken !== null) return sameText(context.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  if (production) return false
  // A proxy on this machine forwards external requests from a loopback address, and marks them with a header.
  const forwarded = context.req.header('x-forwarded-for') ?? context.req.header('forwarded')
  const peer = getConnInfo(context).remote.address ?? ''
  return forwarded === undefined && isLoopback(peer.replace(/^::ffff:/i, ''))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
