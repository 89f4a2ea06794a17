import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = '/src/before-paint.js'

/** Emits `src/before-paint.js`, which blocks the first paint, under a hashed name without its comments. */
export function beforePaint(): Plugin {
  let fileName = ''
  return {
    name: 'companion-before-paint',
    apply: 'build',
    async buildStart() {
      const text = await readFile(fileURLToPath(new URL(`../..${source}`, import.meta.url)), 'utf8')
      const script = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/^\s+/gm, '')
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
      fileName = `assets/before-paint-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(source, `/${fileName}`) },
  }
}
