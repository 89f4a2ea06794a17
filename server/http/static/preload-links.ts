import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Preloads = v.record(v.string(), v.array(v.string()))

/**
 * The `Link` header for a page's path, so that the browser fetches the page's code in parallel with the first script.
 * The build writes the list (scripts/build/page-preloads.ts); undefined without it.
 */
export type PreloadLinks = (path: string) => string | undefined

export async function readPreloads(folder: string): Promise<PreloadLinks> {
  const text = await readFile(join(folder, '.preloads.json'), 'utf8').catch(() => '{}')
  const links = Object.entries(v.parse(Preloads, JSON.parse(text))).map(
    ([page, files]) => [page, files.map(toLink).join(', ')] as const,
  )
  return (path) => links.find(([page]) => path === page || path.startsWith(`${page}/`))?.[1]
}

/** The loader requests styles without credentials; a preload in another mode would be fetched twice. */
const toLink = (file: string): string =>
  file.endsWith('.css') ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`
