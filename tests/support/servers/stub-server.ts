import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  /** Below `/api/v1`, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  json: Record<string, unknown>
  /** The body as it arrived. */
  body: Buffer
  /** The bearer token. */
  token: string | undefined
}

/** A response, or `cut`: the connection is destroyed without one. */
export type Reply =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'cut'
  | ((response: ServerResponse) => void | Promise<void>)
export type Handler = (request: ReceivedRequest) => Reply | undefined | Promise<Reply | undefined>

export interface StubServer {
  url: string
  arrived: ReceivedRequest[]
  /** Called first; requests that it does not handle go to the handler given at the start. */
  intercept: Handler | undefined
  close(): Promise<void>
}

/** A real HTTP server on a free port whose responses a test chooses. */
export async function startStubServer(handler: Handler): Promise<StubServer> {
  const http = createServer(async (request, response) => {
    const arrived = await read(request)
    self.arrived.push(arrived)
    const reply = (await self.intercept?.(arrived)) ?? (await handler(arrived)) ?? coded(404, 'not_found')
    if (reply === 'cut') response.destroy()
    else if (typeof reply === 'function') await reply(response)
    else {
      const { status, json, text, headers } = reply
      response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html', ...headers })
      response.end(text ?? (json === undefined ? '' : JSON.stringify(json)))
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const self: StubServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    arrived: [],
    intercept: undefined,
    close: () => {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
  return self
}

export function coded(status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Reply {
  return { status, json: { message: `Words of ${code}`, code, ...more }, headers }
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const isRaw = request.headers['content-type'] === 'application/octet-stream'
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api\/v1/, ''),
    query: url.searchParams,
    headers: request.headers,
    json: isRaw || body.length === 0 ? {} : JSON.parse(body.toString()),
    body,
    token: request.headers.authorization?.replace(/^Bearer /, ''),
  }
}
