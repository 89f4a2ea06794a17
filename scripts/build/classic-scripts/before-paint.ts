import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { hashedFileName, withoutComments } from './prepare-script.ts'

const source = '/src/before-paint.js'

/** The script without its comments. */
export async function beforePaintScript(): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../..${source}`, import.meta.url)), 'utf8')
  return withoutComments(text).replace(/^\s+/gm, '')
}

/** Emits `src/before-paint.js`, which blocks the first paint, under a hashed name without its comments. */
export function beforePaint(): Plugin {
  let fileName = ''
  return {
    name: 'companion-before-paint',
    apply: 'build',
    async buildStart() {
      const script = await beforePaintScript()
      fileName = hashedFileName('before-paint', script)
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(source, `/${fileName}`) },
  }
}
