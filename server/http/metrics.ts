import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { appError } from '../lib/errors.ts'
import { isLoopback } from '../lib/loopback.ts'
import type { HttpEnv } from './env.ts'

/** Memory, processor time and the lag of the event loop. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
}

/** Seconds from the request's arrival to its answer's headers, by the contract's name of the call. */
export function requestDurations(registry: Registry): Histogram<'call' | 'status'> {
  return new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the headers of an answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
}

/** Prometheus text for requests with the token. Without a token in the settings: for this machine only, and in production for nobody. */
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
  // A proxy on this machine passes strangers on from a loopback address; it says so in a header.
  const forwarded = context.req.header('x-forwarded-for') ?? context.req.header('forwarded')
  const peer = getConnInfo(context).remote.address ?? ''
  return forwarded === undefined && isLoopback(peer.replace(/^::ffff:/i, ''))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
