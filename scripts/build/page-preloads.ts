import type { Plugin, Rolldown } from 'vite'
import { overBudget } from './first-load-budget.ts'
import { renderPages } from './prerendered-pages.ts'

/** The module that the first script imports: the app. */
const app = 'src/main.tsx'

/** Screens with an HTML page of their own (`/chat` has `chat.html`), and the chunk group that the page preloads. */
const screens = { chat: 'chat' }

/** Pages whose content the build renders: the path and the page's file, and the module of its route's component. */
const rendered = [
  { path: '/', file: 'start.html' },
  { path: '/auth/login', file: 'auth/login.html', module: 'src/routes/auth/login.tsx?tsr-split=component' },
  { path: '/auth/register', file: 'auth/register.html', module: 'src/routes/auth/register.tsx?tsr-split=component' },
] as const

/** The frame of the pages below `/auth`. */
const authFrame = 'src/routes/auth/route.tsx?tsr-split=component'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Writes the HTML pages. Each lists the files of its screen, so that they are fetched in parallel with the first
 * script. `chat.html` is `index.html` with those of the chat, so it also works offline. A page whose content is
 * rendered here links its styles only; the first script starts the preloads when the app is needed
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
        const emit = (fileName: string, files: string[], { isLater = false, content = '' } = {}) => {
          const links = files.map((file) => toElement(file, isLater)).join('\n    ')
          const source = html
            .replace('</head>', () => `  ${links}\n  </head>`)
            .replace('<div id="root">', (root) => root + content)
          pages.set(fileName, source)
          if (fileName === 'index.html') page.source = source
          else this.emitFile({ type: 'asset', fileName, source })
        }

        const pages = new Map<string, string>()
        const main = ofModule(app)
        emit('index.html', filesFor([main]))
        for (const [screen, group] of Object.entries(screens)) {
          emit(`${screen}.html`, filesFor([main, find(bundle, (chunk) => chunk.name === group)]))
        }
        const contents = await renderPages(rendered.map(({ path }) => path))
        for (const { path, file, ...route } of rendered) {
          const chunks = 'module' in route ? [main, ofModule(authFrame), ofModule(route.module)] : [main]
          emit(file, filesFor(chunks), { isLater: true, content: contents.get(path) ?? '' })
        }
        const tooBig = overBudget(pages, (file) => {
          const output = bundle[file]
          return output?.type === 'chunk' ? output.code : output?.source
        })
        if (tooBig.length > 0) this.error(tooBig.join('\n'))
      },
    },
  }
}

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

const toElement = (file: string, isLater: boolean): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link ${isLater ? 'data-modulepreload' : 'rel="modulepreload"'} crossorigin href="/${file}">`
