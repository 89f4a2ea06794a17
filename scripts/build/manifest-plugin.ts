import type { Plugin } from 'vite'
import { languages } from '#i18n/languages.ts'
import { startupLinks } from './startup-images.ts'
import { makeManifest, manifestFile } from './web-manifest.ts'

/** Writes the web app manifest in each language, and links the page to the first one and to the iOS startup images. */
export function manifests(): Plugin {
  return {
    name: 'companion-manifests',
    apply: 'build',
    generateBundle() {
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: manifestFile(language),
          source: JSON.stringify(makeManifest(language)),
        })
      }
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${manifestFile(languages[0])}` }, injectTo: 'head' },
      ...startupLinks(),
    ],
  }
}
