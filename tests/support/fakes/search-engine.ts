import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import type { PageNetwork } from '#server/providers/search/fetch-page.ts'

interface SearchHit {
  url: string
  title?: string
  content?: string
}

type Respond = (response: ServerResponse, request: IncomingMessage) => unknown

export interface SearchEngine {
  /** The value of SEARCH_URL. */
  url: string
  /** For `startTestServer`: names resolve as `addresses` says, and connections to public addresses come here. */
  pages: PageNetwork
  /** Host name to the addresses that successive DNS lookups return; the last one repeats. Others are public. */
  addresses: Map<string, string[]>
  /** The hits for every query. */
  hits: SearchHit[]
  /** The queries so far, with their languages. */
  queries: { q: string; language: string }[]
  /** Pages by address, as HTML or as a function that responds; any other page is 404. */
  web: Map<string, string | Respond>
  /** The addresses of the pages that were requested. */
  visits: string[]
  /** Responds to queries instead of the hits. */
  respond: Respond | null
  close(): Promise<void>
}

/** A public address, to which no test connects. */
export const PUBLIC_ADDRESS = '93.184.216.34'

/** A SearXNG server and the pages that it finds, in one small server. */
export async function startSearchEngine(): Promise<SearchEngine> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (url.host !== new URL(engine.url).host) return sendPage(url.href, request, response)
    engine.queries.push({ q: url.searchParams.get('q') ?? '', language: url.searchParams.get('language') ?? '' })
    if (engine.respond) return engine.respond(response, request)
    const isJson = url.pathname === '/search' && url.searchParams.get('format') === 'json'
    response.writeHead(isJson ? 200 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ query: url.searchParams.get('q'), results: isJson ? engine.hits : [] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const find: LookupFunction = (hostname, options, callback) => {
    const given = engine.addresses.get(hostname) ?? [PUBLIC_ADDRESS]
    const address = (given.length > 1 ? given.shift() : given[0]) ?? PUBLIC_ADDRESS
    const found = { address, family: address.includes(':') ? 6 : 4 }
    if (options.all) callback(null, [found])
    else callback(null, found.address, found.family)
  }

  const engine: SearchEngine = {
    url: `http://127.0.0.1:${port}`,
    pages: { find, target: { address: '127.0.0.1', port } },
    addresses: new Map(),
    hits: [],
    queries: [],
    web: new Map(),
    visits: [],
    respond: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function sendPage(url: string, request: IncomingMessage, response: ServerResponse): void {
    engine.visits.push(url)
    const page = engine.web.get(url)
    if (typeof page === 'function') return void page(response, request)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }
  return engine
}
