import type { Plugin, Rolldown } from 'vite'
import { WIDE_SCREEN } from '#lib/browser/wide-screen.ts'
import { overBudget } from './first-load-budget.ts'
import { renderPages } from './prerendered-pages.ts'

/** Read by the server, which answers other addresses with 404 (server/http/static/static-files.ts). */
const SCREENS_FILE = '.screens.json'

/** The module that the first script imports: the app. */
const app = 'src/main.tsx'

/** The chunk group of the chat, and the module of the list that stands beside it on a wide screen. */
const chat = { group: 'chat', list: 'src/features/library/sidebar.tsx' }

/** The messages of the screens that are not in the first load, and the module that makes chunks wait for them. */
const messages = { catalog: 'src/i18n/locales/en.po?screens.po', waiting: 'src/i18n/screen-messages.ts' }

/** Pages whose content the build renders: the path and the page's file, and the routes of its frame and its content. */
const rendered = [
  { path: '/', file: 'start.html', frame: '_site.tsx', page: '_site/index.tsx' },
  { path: '/auth/login', file: 'auth/login.html', frame: 'auth/route.tsx', page: 'auth/login.tsx' },
  { path: '/auth/register', file: 'auth/register.html', frame: 'auth/route.tsx', page: 'auth/register.tsx' },
] as const

/** The module into which the router's plugin moves the component of a route. */
const componentOf = (route: string) => `src/routes/${route}?tsr-split=component`

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Writes the HTML pages. Each lists the files of its screen, so that they are fetched in parallel with the first
 * script. `chat.html` is `index.html` with those of the chat and its frame, so it also works offline. A page whose
 * content is rendered here links its styles only; the first script starts the preloads when the app is needed
 * (`data-modulepreload`). Fails when a module has no chunk any more, or a page is over its budget.
 */
export function pagePreloads(): Plugin {
  return {
    name: 'companion-page-preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return this.error('the build has no index.html')
        const html = String(page.source)
        const entry = new Set(
          filesOf(
            bundle,
            find(bundle, (chunk) => chunk.isEntry),
          ),
        )
        const ofModule = (module: string) =>
          find(
            bundle,
            ({ facadeModuleId, moduleIds }) =>
              facadeModuleId?.endsWith(`/${module}`) || moduleIds.some((id) => id.endsWith(`/${module}`)),
          )
        const filesFor = (chunks: Chunk[]) => {
          const files = new Set(chunks.flatMap((chunk) => filesOf(bundle, chunk)))
          return [...files].filter((file) => !entry.has(file))
        }
        const emit = (fileName: string, links: string[], content = '') => {
          const source = html
            .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
            .replace('<div id="root">', (root) => root + content)
          pages.set(fileName, source)
          if (fileName === 'index.html') page.source = source
          else this.emitFile({ type: 'asset', fileName, source })
        }

        const pages = new Map<string, string>()
        const main = ofModule(app)
        emit('index.html', filesFor([main]).map(toElement))
        const ofChat = filesFor([main, find(bundle, (chunk) => chunk.name === chat.group)])
        const unready = ofChat.filter((file) => hasModule(bundle[file], messages.waiting))
        if (unready.length > 0)
          this.error(`${unready} has texts that are not in the chat's first load: see message-parts.ts`)
        const ofScreens = ofModule(messages.catalog)
        const ofList = filesFor([ofModule(chat.list), ofScreens]).filter((file) => !ofChat.includes(file))
        const prerendered = await renderPages(rendered.map(({ path }) => path))
        emit('chat.html', [...ofChat.map(toBehindElement), ...ofList.map(toWideElement)], prerendered.frame)
        for (const { path, file, frame, page } of rendered) {
          const chunks = [main, ofModule(componentOf(frame)), ofModule(componentOf(page)), ofScreens]
          emit(file, filesFor(chunks).map(toLaterElement), prerendered.pages.get(path))
        }
        this.emitFile({ type: 'asset', fileName: SCREENS_FILE, source: JSON.stringify(prerendered.screens) })
        const tooBig = overBudget(pages, (file) => {
          const output = bundle[file]
          return output?.type === 'chunk' ? output.code : output?.source
        })
        if (tooBig.length > 0) this.error(tooBig.join('\n'))
      },
    },
  }
}

const hasModule = (output: Bundle[string] | undefined, module: string): boolean =>
  output?.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/${module}`))

function find(bundle: Bundle, matches: (chunk: Chunk) => boolean): Chunk {
  const found = Object.values(bundle).find((output) => output.type === 'chunk' && matches(output))
  if (found?.type !== 'chunk')
    throw new Error(`the build has no chunk for ${matches}: see scripts/build/chunk-groups.ts`)
  return found
}

/** The files of a chunk and of its static imports, dependencies first; styles too. */
function filesOf(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((file) => {
    const other = bundle[file]
    return other?.type === 'chunk' ? filesOf(bundle, other, seen) : []
  })
  return [...new Set([...imported, chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])]
}

const isStyle = (file: string) => file.endsWith('.css')

const toElement = (file: string): string =>
  isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

/** With a low priority scripts leave the network to the styles, which the first paint needs. */
const toBehindElement = (file: string): string =>
  isStyle(file) ? toElement(file) : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`

/** A script that the first script preloads when the app is needed. */
const toLaterElement = (file: string): string =>
  isStyle(file) ? toElement(file) : `<link data-modulepreload crossorigin href="/${file}">`

/** A file that only a wide screen needs at first; a stylesheet of other media would still be fetched. */
const toWideElement = (file: string): string =>
  `<link rel="${isStyle(file) ? 'preload" as="style' : 'modulepreload'}" media="${WIDE_SCREEN}" crossorigin href="/${file}">`
