import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What the bundler has every late import go through: it waits for the part's styles, then for its script. */
const helper = /^\0vite\/preload-helper\.js$/
const made = 'export const __vitePreload = '

/** What is changed in it, besides that it is asked again: a style that did not come counted as there ever after. */
const changes: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/seen\[href\] = void 0;\s+throw err;/, 'delete seen[href]; throw err;'],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
  [/export const __vitePreload = /, 'const once = '],
]

const fetchAgain = fileURLToPath(new URL('../../src/lib/fetch-again.ts', import.meta.url))

/** Late imports of the app go through `src/lib/fetch-again.ts`. Throws when the bundler writes its helper otherwise. */
export function fetchPartsAgain(): Plugin {
  return {
    name: 'companion-fetch-parts-again',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler(code) {
        const changed = changes.reduce((text, [pattern, instead]) => {
          if (!pattern.test(text)) this.error(`the bundler's helper has no ${pattern} to be changed`)
          return text.replace(pattern, instead)
        }, code)
        const again = `${made}(...part) => fetchAgain(() => once(...part))`
        return { code: `import { fetchAgain } from ${JSON.stringify(fetchAgain)}\n${changed}\n${again}`, map: null }
      },
    },
  }
}
