import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import type { HttpEnv } from '../env.ts'
import type { Encoding, StaticFile, StaticFiles } from './static-files.ts'

const INDEX = '/index.html'

/**
 * Serves the built app. A path that is no file gets its page, unless the client accepts only other types; a missing
 * path that has a file extension or is in /assets/ gets a 404.
 */
export async function serveStatic(context: Context<HttpEnv>, files: StaticFiles): Promise<Response> {
  const path = decodePath(new URL(context.req.url).pathname)
  const file =
    (await files.find(path === '/' ? INDEX : path)) ?? (isPage(context, path) && (await findPage(files, path)))
  if (!file) return notFound()

  const encoding = chooseEncoding(file, context.req.header('accept-encoding') ?? '')
  const form = file.forms[encoding ?? 'plain'] ?? file.forms.plain
  const bytes = typeof form === 'string' ? await readFile(form) : form
  const headers = new Headers({ 'Content-Type': file.type, Vary: 'Accept-Encoding' })
  const links = file.type.startsWith('text/html') ? await files.preloads(path) : undefined
  if (links !== undefined) headers.set('Link', links)
  if (file.immutable) {
    headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  } else {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    headers.set('Cache-Control', 'no-cache')
    headers.set('ETag', etag)
    if (hasTag(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  }
  if (encoding !== undefined) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(new Uint8Array(bytes), { headers })
}

/** Some screens have their own page, which preloads their code: chat.html for /chat and the paths below it. */
async function findPage(files: StaticFiles, path: string): Promise<StaticFile | undefined> {
  return (await files.find(`/${path.split('/')[1]}.html`)) ?? files.find(INDEX)
}

function notFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Undefined for a path that cannot be decoded. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function isPage(context: Context<HttpEnv>, path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (path === '' || /^\/(?:assets)?\//.test(path) || last.includes('.')) return false
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
