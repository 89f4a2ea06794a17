import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Chunk = v.object({
  file: v.string(),
  name: v.optional(v.string()),
  isEntry: v.optional(v.boolean(), false),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})
export type Chunk = v.InferOutput<typeof Chunk>
export type ChunkManifest = Record<string, Chunk>

/** Vite's list of chunks; taken out of the build, which people may fetch. */
export const MANIFEST = 'chunks.json'

export async function readManifest(built: string): Promise<ChunkManifest> {
  return v.parse(v.record(v.string(), Chunk), JSON.parse(await readFile(join(built, MANIFEST), 'utf8')))
}

/** The chunk of a group (scripts/chunk-groups.ts). Throws when there is none. */
export function chunkOf(manifest: ChunkManifest, group: string): string {
  const found = Object.keys(manifest).find((key) => key.endsWith('.js') && manifest[key]?.name === group)
  if (found === undefined) throw new Error(`the build has no chunk "${group}": see scripts/chunk-groups.ts`)
  return found
}

/** These chunks and all that they import, each after what it imports. Throws when one is no chunk of its own any more. */
export function bootOrder(manifest: ChunkManifest, keys: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is no chunk of the build: see scripts/build`)
    if (seen.has(key)) return
    seen.add(key)
    chunk.imports.forEach(visit)
    const same = found.get(chunk.file)
    found.set(chunk.file, same ? { ...chunk, css: [...new Set([...same.css, ...chunk.css])] } : chunk)
  }
  keys.forEach(visit)
  return [...found.values()]
}
