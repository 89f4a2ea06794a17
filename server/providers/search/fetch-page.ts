import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicHost, onlyPublic } from '../../lib/public-lookup.ts'
import { readLimited } from '../../lib/read-limited.ts'

const TIME_MS = 6_000
const BYTES_MAX = 1_000_000
const REDIRECTS_MAX = 3

/** How names are resolved, and where connections go; tests replace both. */
export interface PageNetwork {
  find: LookupFunction
  /** Where a connection goes after its address was checked; by default to that address. */
  target?: { address: string; port: number }
}

/** Why a page was not read: its address is not allowed, it redirects too often, it is no text, or it failed. */
export type PageProblem = 'address' | 'redirects' | 'type' | 'status' | 'network'

export class PageError extends Error {
  override readonly name = 'PageError'
  readonly problem: PageProblem

  constructor(problem: PageProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** Reads the text of a page. Throws PageError, and the signal's reason. */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<string>

/**
 * Fetches pages whose addresses strangers have chosen: http and https on their standard ports, only at public
 * addresses, also after redirects. The connection goes to the address that was checked, so DNS rebinding has no effect.
 */
export function createPageFetcher({ find, target }: PageNetwork = { find: lookup as LookupFunction }): FetchPage {
  const open = onlyPublic(find)
  const checked: LookupFunction = (hostname, options, callback) =>
    open(hostname, options, (error, found, family) => {
      if (error !== null || target === undefined) callback(error, found, family)
      else callback(null, options.all ? [{ address: target.address, family: 4 }] : target.address, 4)
    })

  return async (first, signal) => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)])
    try {
      let url = readAddress(first)
      for (let redirects = 0; ; redirects += 1) {
        const response = await get(url, { lookup: checked, port: target?.port, signal: inTime })
        const { statusCode: status = 0, headers } = response
        if (status < 300 || status > 399 || headers.location === undefined) return await readResponse(response)
        response.destroy()
        if (redirects === REDIRECTS_MAX) throw new PageError('redirects')
        url = readAddress(headers.location, url)
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof PageError ? error : new PageError('network', { cause: error })
    }
  }
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  // The port is empty where it is the standard one.
  if (url === null || !isWeb || url.port !== '' || url.username !== '' || url.password !== '') {
    throw new PageError('address')
  }
  if (!isPublicHost(url.hostname)) throw new PageError('address')
  return url
}

/** `fetch` does not allow a custom DNS lookup; `request` does. */
function get(
  url: URL,
  { port, ...options }: { lookup: LookupFunction; port: number | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const headers = {
    host: url.host,
    accept: 'text/html, text/plain;q=0.9',
    'accept-encoding': 'identity',
    'user-agent': 'Companion (reads pages that its users search for)',
  }
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(url, { ...options, ...(port === undefined ? {} : { port }), headers, agent: false })
      .on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOTPUBLIC' ? new PageError('address', { cause: error }) : error),
      )
      .on('response', resolve)
      .end()
  })
}

/** Only the first megabyte of a longer page is read. */
async function readResponse(response: IncomingMessage): Promise<string> {
  try {
    const { statusCode, headers } = response
    if (statusCode !== 200) throw new PageError('status')
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new PageError('type')
    const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
    const isHtml = type.trim() === 'text/html'
    if (!isHtml && type.trim() !== 'text/plain') throw new PageError('type')
    const { bytes } = await readLimited(response, BYTES_MAX)
    const charset = /charset="?([\w-]+)/.exec(parameters.join(';'))?.[1]
    // The parser is loaded with the first page, so that the server starts faster.
    const { readPageText } = await import('./page-text.ts')
    return readPageText(bytes, { isHtml, charset })
  } finally {
    response.destroy()
  }
}
