import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { supportedBrowsers } from '../browsers.ts'
import { hashedFileName, withoutComments } from './prepare-script.ts'

const source = fileURLToPath(new URL('../../../src/unsupported.js', import.meta.url))

/** The script of the message for unsupported browsers, with the supported versions filled in. */
export async function unsupportedScript(): Promise<string> {
  const text = await readFile(source, 'utf8')
  const browsers = supportedBrowsers().map(({ name, version }) => `${name} ${version}`)
  // Only one Safari is named, since both have the same version.
  const list = browsers.filter((browser) => !browser.startsWith('Safari on')).join(', ')
  return withoutComments(text).replaceAll('BROWSERS', list)
}

/**
 * Adds `src/unsupported.js` before the app's module, as a separate file, since the Content-Security-Policy forbids
 * inline scripts. It is deferred, so that it does not block the page and still runs before the module.
 */
export function unsupportedPage(): Plugin {
  let fileName = ''
  return {
    name: 'companion-unsupported-page',
    apply: 'build',
    async buildStart() {
      const script = await unsupportedScript()
      fileName = hashedFileName('unsupported', script)
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { defer: true, src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
  }
}
