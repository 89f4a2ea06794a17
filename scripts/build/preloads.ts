import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptOf } from './boot-scripts.ts'
import { bootOrder, MANIFEST, readManifest } from './chunk-manifest.ts'

/** Pages that people open directly, and the modules that each of them fetches first; split parts by their suffix. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/auth/login': ['src/routes/auth/login.tsx?tsr-split=component'],
  '/auth/register': ['src/routes/auth/register.tsx?tsr-split=component'],
}

export const PRELOADS = '.preloads.json'

/**
 * Writes which files the server announces with each page, so that the browser fetches them beside the
 * first script instead of after it. Throws when a module is no chunk of its own any more.
 */
export async function writePreloads(built: string): Promise<void> {
  const manifest = await readManifest(built)
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const shell = new Set(bootOrder(manifest, entry).map(({ file }) => file))
  const preloads: Record<string, string[]> = {}
  for (const [page, modules] of Object.entries(pages)) {
    const files = new Set<string>()
    for (const { file, css } of bootOrder(manifest, modules)) {
      if (shell.has(file)) continue
      files.add(file)
      // The module asks for it.
      if (await exists(join(built, scriptOf(file)))) files.add(scriptOf(file))
      for (const style of css) files.add(style)
    }
    preloads[page] = [...files].map((name) => `/${name}`)
  }
  await writeFile(join(built, PRELOADS), JSON.stringify(preloads))
  await rm(join(built, MANIFEST))
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
