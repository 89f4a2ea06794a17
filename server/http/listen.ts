import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import type { App } from '../app.ts'

interface Options {
  /** 0 takes any free port. */
  port: number
  host: string
  log: Logger
}

/** Listens; rejects with the system's error when the port is in use. A malformed request gets a 400. */
export async function listen(app: App, { port, host, log }: Options): Promise<{ server: Server; port: number }> {
  const listener = getRequestListener(app.fetch, {
    errorHandler(error) {
      log.warn({ err: error }, 'a request could not be read')
      return new Response(null, { status: 400 })
    },
  })
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { server, port: (server.address() as AddressInfo).port }
}
