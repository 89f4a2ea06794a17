import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** Headers of one connection, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofConnections = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/** A reverse proxy as in production: TLS and HTTP/2 only in front, HTTP/1.1 behind. */
export interface TlsProxy {
  /** Origin for PUBLIC_URL; its certificate is self-signed, so the browser must be told to accept it. */
  url: string
  /** Origin of the server behind; until it is set the proxy returns 502. */
  target: string | null
  close(): Promise<void>
}

export async function startTlsProxy(): Promise<TlsProxy> {
  const addresses = [
    { type: 7, ip: '127.0.0.1' },
    { type: 2, value: 'localhost' },
  ] as const
  const names = [{ name: 'subjectAltName' as const, altNames: [...addresses] }]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { extensions: names })
  const server = createSecureServer({ key, cert })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('request', (request, response) => pass(request, response, front.target))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front: TlsProxy = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: null,
    close: async () => {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}

function pass(request: Http2ServerRequest, response: Http2ServerResponse, target: string | null): void {
  if (target === null) return void response.writeHead(502).end()
  const forwarded = {
    host: request.authority,
    'x-forwarded-for': request.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  }
  const headers = { ...passable(request.headers), ...forwarded }
  const upstream = httpRequest(
    new URL(request.url, target),
    { method: request.method, headers },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, passable(upstreamResponse.headers))
      upstreamResponse.pipe(response)
      // A connection that breaks behind the proxy breaks in front too, so that a part never looks like the whole.
      upstreamResponse.on('error', () => response.stream?.close(constants.NGHTTP2_INTERNAL_ERROR))
    },
  )
  upstream.on('error', () =>
    response.headersSent ? response.stream?.close(constants.NGHTTP2_INTERNAL_ERROR) : response.writeHead(502).end(),
  )
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

const passable = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnections.has(name)))
