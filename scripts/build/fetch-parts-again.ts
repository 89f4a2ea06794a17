import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What the bundler has every late import go through, and where in it the import is made. */
const helper = /^\0vite\/preload-helper\.js$/
const asked = 'return baseModule().catch('

const fetchAgain = fileURLToPath(new URL('../../src/lib/fetch-again.ts', import.meta.url))

/** Late imports of the app go through `src/lib/fetch-again.ts`. Throws when the bundler writes its helper otherwise. */
export function fetchPartsAgain(): Plugin {
  return {
    name: 'companion-fetch-parts-again',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler(code) {
        if (code.split(asked).length !== 2) this.error(`the bundler's helper has no “${asked}” to be wrapped`)
        const wrapped = code.replace(asked, 'return fetchAgain(baseModule).catch(')
        return { code: `import { fetchAgain } from ${JSON.stringify(fetchAgain)}\n${wrapped}`, map: null }
      },
    },
  }
}
