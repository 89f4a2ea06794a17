import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { PROBE_CLIENT } from '../db/probe-client.ts'

const CHECK_EVERY_MS = 10_000
const QUERY_TIMEOUT_MS = 5000
const RETRY_AT_MOST_MS = 5000

export interface ReconnectingClient {
  /** False when the connection is broken, or when the query fails or times out; it may have been executed then. */
  query(text: string, values: readonly unknown[]): Promise<boolean>
  close(): Promise<void>
}

interface Options {
  connectionString: string
  log: Logger
  /** Runs on each new connection before the connection is used. */
  prepare(client: Client): Promise<void>
  onReconnect(): void
}

/**
 * A connection that reconnects with exponential backoff whenever it breaks; a silent break is detected within 15 s.
 * Throws when the first attempt fails.
 */
export async function connectWithRetries({
  connectionString,
  log,
  prepare,
  onReconnect,
}: Options): Promise<ReconnectingClient> {
  const { default: pg } = await import('pg')
  const controller = new AbortController()
  let current: Client | undefined

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      application_name: 'companion bus',
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client, undefined))
    try {
      await client.connect()
      await client.query(PROBE_CLIENT)
      await prepare(client)
    } catch (error) {
      await client.end().catch((later: unknown) => log.debug({ err: later }, 'a failed connection would not close'))
      throw error
    }
    current = client
  }

  function lost(client: Client, error: Error | undefined): void {
    if (client !== current) return
    current = undefined
    if (controller.signal.aborted) return
    log.warn({ err: error }, 'the connection for notices broke; connecting again')
    client.end().catch((later: unknown) => log.debug({ err: later }, 'a broken connection would not close'))
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    for (let pause = 50; !controller.signal.aborted; pause = Math.min(pause * 2, RETRY_AT_MOST_MS)) {
      try {
        await connect()
        if (controller.signal.aborted) return close()
        log.info('the connection for notices is back')
        return onReconnect()
      } catch (error) {
        log.warn({ err: error }, 'the database cannot be reached for notices')
        // Resolves early, with false, when the client is closed.
        await delay(pause * (0.5 + Math.random()), undefined, { signal: controller.signal }).catch(() => false)
      }
    }
  }

  let last: Promise<unknown> = Promise.resolve()

  /** Queries are queued: the client runs one at a time. */
  function query(text: string, values: readonly unknown[]): Promise<boolean> {
    const sent = last.then(() => send(text, values))
    last = sent
    return sent
  }

  async function send(text: string, values: readonly unknown[]): Promise<boolean> {
    const client = current
    if (client === undefined) return false
    try {
      await client.query(text, [...values])
      return true
    } catch (error) {
      lost(client, error instanceof Error ? error : undefined)
      return false
    }
  }

  async function close(): Promise<void> {
    controller.abort()
    clearInterval(check)
    const client = current
    current = undefined
    await client?.end()
  }

  await connect()
  const check = setInterval(() => void query('select 1', []), CHECK_EVERY_MS)
  check.unref()
  return { query, close }
}
