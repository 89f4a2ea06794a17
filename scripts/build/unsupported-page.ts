import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { supportedBrowsers } from './browsers.ts'

const source = fileURLToPath(new URL('../../src/unsupported.js', import.meta.url))

/** The script that says where Companion cannot run, with the supported versions; nothing else in it is changed. */
export async function unsupportedScript(): Promise<string> {
  const text = await readFile(source, 'utf8')
  const browsers = supportedBrowsers().map(({ name, version }) => `${name} ${version}`)
  // The device's name stands in no sentence: there is one Safari, with one version.
  const list = browsers.filter((browser) => !browser.startsWith('Safari on')).join(', ')
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll('BROWSERS', list)
}

/**
 * Puts `src/unsupported.js` before the app's module, as a file of its own: the Content-Security-Policy takes no inline
 * script. Deferred, so that it holds nothing up and yet runs before the module, which is deferred too.
 */
export function unsupportedPage(): Plugin {
  let fileName = ''
  return {
    name: 'companion-unsupported-page',
    apply: 'build',
    async buildStart() {
      const script = await unsupportedScript()
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
      fileName = `assets/unsupported-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { defer: true, src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
  }
}
