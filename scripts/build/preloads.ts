import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Chunk = v.object({
  file: v.string(),
  isEntry: v.optional(v.boolean(), false),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})
type Manifest = Record<string, v.InferOutput<typeof Chunk>>

/** Pages that people open directly, and the modules that each of them fetches first; split parts by their suffix. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/chat': [
    'src/routes/chat/route.tsx?tsr-split=component',
    'src/offline/newest-chat.ts',
    'src/routes/-root/serve-person.ts',
    'src/session/token-record.ts',
  ],
  '/auth/login': ['src/routes/auth/login.tsx?tsr-split=component'],
  '/auth/register': ['src/routes/auth/register.tsx?tsr-split=component'],
}

/** Vite's list of chunks; taken out of the build, which people may fetch. */
export const MANIFEST = 'chunks.json'
export const PRELOADS = '.preloads.json'

/**
 * Writes which files the server announces with each page, so that the browser fetches them beside the
 * first script instead of after it. Throws when a module is no chunk of its own any more.
 */
export async function writePreloads(built: string): Promise<void> {
  const file = join(built, MANIFEST)
  const manifest = v.parse(v.record(v.string(), Chunk), JSON.parse(await readFile(file, 'utf8')))
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const shell = filesOf(manifest, entry)
  const preloads = Object.entries(pages).map(([page, modules]) => {
    const more = [...filesOf(manifest, modules)].filter((name) => !shell.has(name))
    return [page, more.map((name) => `/${name}`)]
  })
  await writeFile(join(built, PRELOADS), JSON.stringify(Object.fromEntries(preloads)))
  await rm(file)
}

function filesOf(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is no chunk of the build: see scripts/build/preloads.ts`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const name of chunk.css) found.add(name)
    filesOf(manifest, chunk.imports, found)
  }
  return found
}
