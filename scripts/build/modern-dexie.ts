import type { Plugin } from 'vite'

/**
 * Dexie's build for browsers of this decade, which a bundler is not offered: 12 kB less at every start, and no imitation
 * of async functions in what each reading goes through. Measured in docs/decisions/032, last paragraph.
 */
export function modernDexie(): Plugin {
  return {
    name: 'companion-modern-dexie',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] } }),
  }
}
