import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type Language, languages } from '#i18n/languages.ts'
import { routeTreeOptions } from '../route-tree.ts'

/** The exports of `src/prerender.tsx`; its types would bring the whole app into the check of the scripts. */
interface Prerender {
  prerender(path: string, language: Language): Promise<{ title: string; html: string }>
  prerenderFrame(language: Language): Promise<string>
  listScreens(): string[]
}

/** What the build gets from the running app: visitors' pages by path, and the frame of the chat, in every language. */
export interface PrerenderedPages {
  pages: ReadonlyMap<string, string>
  frame: string
  /** The paths of the app's screens. */
  screens: readonly string[]
}

const root = join(import.meta.dirname, '../..')

/**
 * The content of the pages of `paths`, the frame, and the paths of all screens. The app's code is built once more, for
 * Node, and rendered there.
 */
export async function renderPages(paths: readonly string[]): Promise<PrerenderedPages> {
  const outDir = join(root, '.cache', `prerender-${process.pid}`)
  try {
    const { build } = await import('vite')
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [
        tanstackRouter({ ...routeTreeOptions, autoCodeSplitting: true }),
        babel({ presets: [linguiTransformerBabelPreset()] }),
        react(),
        lingui(),
      ],
      // Some packages import CommonJS modules in ways that Node refuses.
      ssr: { noExternal: true },
      build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true },
    })
    Object.assign(globalThis, { location: new URL('http://localhost/') })
    const module: Prerender = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
    const pages = new Map<string, string>()
    for (const path of paths) {
      const parts: string[] = []
      for (const language of languages) parts.push(toContent(language, await module.prerender(path, language)))
      pages.set(path, parts.join(''))
    }
    const frames: string[] = []
    for (const language of languages) {
      frames.push(`<div data-frame lang="${language}">${await module.prerenderFrame(language)}</div>`)
    }
    return { pages, frame: frames.join(''), screens: module.listScreens() }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/** `method="dialog"` outside a dialog submits nothing: a password must not get into the address before the app runs. */
const toContent = (language: Language, { title, html }: Awaited<ReturnType<Prerender['prerender']>>): string =>
  `<div data-prerendered="${title}" lang="${language}">${html.replaceAll('<form ', '<form method="dialog" ')}</div>`
