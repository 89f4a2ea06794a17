import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import type { HttpEnv } from '../env.ts'
import { recordResponse } from '../response/record-response.ts'
import { type Encoding, type StaticFile, type StaticFiles, toContent } from './static-files.ts'

const INDEX = '/index.html'
const START = '/start.html'

/**
 * Serves the built app. A path that is no file gets its page, unless the client accepts only other types, with status
 * 404 if the app has no such screen; a missing path that has a file extension or is in /assets/ gets a 404 without one.
 */
export async function serveStatic(context: Context<HttpEnv>, files: StaticFiles): Promise<Response> {
  const path = decodePath(new URL(context.req.url).pathname)
  const file = await files.find(...candidates(context, path))
  if (!file) return notFound()

  const encoding = chooseEncoding(file, context.req.header('accept-encoding') ?? '')
  const form = file.forms[encoding ?? 'plain'] ?? file.forms.plain
  const encoded = encoding === undefined ? undefined : { 'Content-Encoding': encoding }
  const common = { 'Content-Type': file.type, Vary: 'Accept-Encoding' }
  if (file.immutable && typeof form === 'string') {
    const bytes = new Uint8Array(await readFile(form))
    const cached = { 'Cache-Control': 'public, max-age=31536000, immutable' }
    return recordResponse(bytes, 200, { ...common, ...cached, ...encoded, ...lengthOf(bytes) })
  }
  const { bytes, etag } = typeof form === 'string' ? toContent(await readFile(form)) : form
  // The app shows its own page for an unknown address.
  if (isPage(context, path) && !(await files.isKnown(path))) {
    return recordResponse(bytes, 404, { ...common, 'Cache-Control': 'no-store', ...encoded, ...lengthOf(bytes) })
  }
  const headers = { ...common, 'Cache-Control': 'no-cache', ETag: etag }
  if (hasTag(context.req.header('if-none-match'), etag)) return recordResponse(null, 304, headers)
  return recordResponse(bytes, 200, { ...headers, ...encoded, ...lengthOf(bytes) })
}

const lengthOf = (bytes: Uint8Array) => ({ 'Content-Length': String(bytes.byteLength) })

/**
 * The files that a path may mean, best first. Some pages have their own file, which contains their content or preloads
 * their code: start.html for /, auth/login.html for /auth/login, chat.html for /chat and the paths below it.
 */
function candidates(context: Context<HttpEnv>, path: string): [string, ...string[]] {
  if (path === '/') return [START, INDEX]
  return isPage(context, path) ? [path, `${path}.html`, `/${path.split('/')[1]}.html`, INDEX] : [path]
}

function notFound(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return recordResponse('Not found\n', 404, headers)
}

/** An empty string for a path that cannot be decoded. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function isPage(context: Context<HttpEnv>, path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (path === '' || /^\/(?:assets\/|\/)/.test(path) || last.includes('.')) return false
  return acceptsHtml(context.req.header('accept') ?? '')
}

/**
 * Whether an Accept header allows HTML. Link previews and uptime checks send a wildcard (`*` + `/*`) or nothing; only a
 * client that lists other types alone, such as `application/json`, does not want a page.
 */
function acceptsHtml(header: string): boolean {
  return header.trim() === '' || /(?:^|[\s,])(?:text\/html|application\/xhtml\+xml|text\/\*|\*\/\*)/i.test(header)
}

/** Brotli before gzip, because it is smaller. */
function chooseEncoding(file: StaticFile, accepted: string): Encoding | undefined {
  return (['br', 'gzip'] as const).find(
    (encoding) => file.forms[encoding] !== undefined && acceptsEncoding(accepted, encoding),
  )
}

/** Whether an Accept-Encoding header names the encoding with a weight above 0. */
export function acceptsEncoding(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
