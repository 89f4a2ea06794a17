import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Vite's module through which every dynamic import of the build goes, as `__vitePreload(importChunk, paths)`. */
const helper = /^\0vite\/preload-helper\.js$/

const loader = fileURLToPath(new URL('../../src/lib/lazy/load-chunk.ts', import.meta.url))

/**
 * Replaces Vite's helper for dynamic imports, which does not retry, by `src/lib/lazy/load-chunk.ts`; the router's code
 * splitting uses it too. Fails when the build has no such helper.
 */
export function chunkLoader(): Plugin {
  let isReplaced = false
  return {
    name: 'companion-part-loader',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler() {
        isReplaced = true
        return { code: `export { loadChunk as __vitePreload } from ${JSON.stringify(loader)}`, map: null }
      },
    },
    generateBundle() {
      if (!isReplaced) this.error("Vite's helper for late imports was not found, so nothing would be asked for again")
    },
  }
}
