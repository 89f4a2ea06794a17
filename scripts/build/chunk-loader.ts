import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The module of Vite through which every late import of the build goes, as `__vitePreload(importChunk, paths)`. */
const helper = /^\0vite\/preload-helper\.js$/

const loader = fileURLToPath(new URL('../../src/lib/lazy/load-chunk.ts', import.meta.url))

/**
 * Puts `src/lib/lazy/load-chunk.ts` in the place of Vite's helper for late imports, those of the router's code splitting
 * included: Vite's gives up at the first failure. Fails when the build has no such helper.
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
