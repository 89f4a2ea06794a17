import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { glob, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import * as v from 'valibot'

export type Encoding = 'br' | 'gzip'

export interface StaticFile {
  type: string
  /** The name contains a content hash, so it may be cached for ever. */
  immutable: boolean
  /** The path of each encoding, or its content if it was filled with settings; `plain` always exists. */
  forms: Partial<Record<Encoding, Form>> & { plain: Form }
}

type Form = string | StaticContent

export interface StaticContent {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

export function toContent(read: Uint8Array): StaticContent {
  const bytes = new Uint8Array(read)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

const packed: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Values for the placeholders `{{NAME}}` in pages. */
export type PageSettings = Readonly<Record<string, string>>

/** The files of the current build by URL path. */
export interface StaticFiles {
  /** The first of these paths that is a file. */
  find(...paths: [string, ...string[]]): Promise<StaticFile | undefined>
  /** Whether the path is that of a file or of a screen of the app; always true where the build lists no screens. */
  isKnown(path: string): Promise<boolean>
}

interface Listed {
  files: Map<string, StaticFile>
  /** The segments of each path; one that begins with $ stands for any. */
  screens: string[][] | undefined
}

/**
 * Paths are looked up in a list and never reach the file system. The list is read again when a new build is deployed. A
 * missing folder is an empty list. In pages and robots.txt each `{{NAME}}` of `settings` is replaced by its value,
 * because the image of a link preview (Open Graph) and the sitemap need an absolute URL.
 */
export function createStaticFiles(folder: string, settings: PageSettings): StaticFiles {
  let listed: { stamp: string; build: Promise<Listed> } | undefined

  async function current(): Promise<Listed> {
    const stamp = buildStamp(folder)
    if (listed?.stamp !== stamp) listed = { stamp, build: listBuild(folder, settings) }
    try {
      return await listed.build
    } catch (error) {
      // A list that could not be read is not cached: the next request reads it again.
      listed = undefined
      throw error
    }
  }

  return {
    async find(path, ...others) {
      const known = (await listed?.build)?.files.get(path)
      if (known?.immutable) return known
      const { files } = await current()
      const found = [path, ...others].find((one) => files.has(one))
      return found === undefined ? undefined : files.get(found)
    },
    async isKnown(path) {
      const { files, screens } = await current()
      if (files.has(path) || screens === undefined) return true
      // As in the app's router, neither the case nor a slash at the end matters.
      const segments = path.toLowerCase().replace(/\/$/, '').split('/')
      return screens.some(
        (screen) =>
          screen.length === segments.length &&
          screen.every((part, index) => (part.startsWith('$') ? segments[index] !== '' : part === segments[index])),
      )
    },
  }
}

async function listBuild(folder: string, settings: PageSettings): Promise<Listed> {
  const [files, screens] = await Promise.all([listStaticFiles(folder, settings), readScreens(folder)])
  return { files, screens }
}

const Screens = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** The routes of the app, which the build has written (scripts/build/page-preloads.ts). */
async function readScreens(folder: string): Promise<string[][] | undefined> {
  const path = join(folder, '.screens.json')
  if (!(await isFile(path))) return undefined
  const screens = v.parse(Screens, await readFile(path, 'utf8'))
  return screens.map((screen) => screen.toLowerCase().replace(/\/$/, '').split('/'))
}

/**
 * Changes with each build, which replaces these two files last. It is asked for with every page: two synchronous calls
 * take a few microseconds, two in the thread pool many times as long.
 */
function buildStamp(folder: string): string {
  const times = ['index.html', '.build.json'].map((name) => {
    const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false })
    return `${found?.mtimeNs}:${found?.ino}`
  })
  return times.join(' ')
}

/** Lists the files except hidden ones. */
async function listStaticFiles(folder: string, settings: PageSettings): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const names = new Set<string>()
  for await (const name of glob('**/*', { cwd: folder })) {
    if (!name.split(sep).some((part) => part.startsWith('.'))) names.add(name)
  }
  await Promise.all(
    [...names].map(async (name) => {
      const path = join(folder, name)
      if (packed.some(([, end]) => name.endsWith(end)) || !(await isFile(path))) return
      const url = `/${name.split(sep).join('/')}`
      const type = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
      files.set(url, {
        type,
        immutable: url.startsWith('/assets/'),
        forms: hasSettings(url) ? await fillSettings(path, settings) : listForms(path, name, names),
      })
    }),
  )
  return files
}

function listForms(path: string, name: string, names: ReadonlySet<string>): StaticFile['forms'] {
  const forms: StaticFile['forms'] = { plain: path }
  for (const [encoding, end] of packed) if (names.has(name + end)) forms[encoding] = path + end
  return forms
}

const hasSettings = (url: string): boolean => url.endsWith('.html') || url === '/robots.txt'

/** A page with this server's settings, compressed again because the build's compressed files lack them. */
async function fillSettings(path: string, settings: PageSettings): Promise<StaticFile['forms']> {
  const text = await readFile(path, 'utf8')
  const filled = text.replaceAll(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) => {
    const value = settings[name]
    return value === undefined ? whole : escapeAttribute(value)
  })
  const plain = Buffer.from(filled)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)])
  return { plain: toContent(plain), br: toContent(br), gzip: toContent(gz) }
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** False for a folder, and for a file that was deleted after it was listed. */
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
