import type { Plugin, Rolldown } from 'vite'

/** Screens with an HTML page of their own (`/chat` has `chat.html`), and the chunk group that the page preloads. */
const screens = { chat: 'chat' }

/** Routes that users open directly, and the module of each; code-split parts by their suffix. */
const routes: Readonly<Record<string, string>> = {
  '/auth/login': 'src/routes/auth/login.tsx?tsr-split=component',
  '/auth/register': 'src/routes/auth/register.tsx?tsr-split=component',
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/**
 * Preloads a screen's code in parallel with the entry script. `chat.html` is `index.html` with preload links, so it
 * also works offline; for the account forms, `.preloads.json` lists the files for the server's `Link` header. Fails
 * when one of the modules has no chunk any more.
 */
export function pagePreloads(): Plugin {
  return {
    name: 'companion-page-preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return this.error('the build has no index.html')
        const html = String(page.source)
        const entry = new Set(
          filesOf(
            bundle,
            find(bundle, (chunk) => chunk.isEntry),
          ),
        )
        const later = (chunk: Chunk) => filesOf(bundle, chunk).filter((file) => !entry.has(file))

        for (const [screen, group] of Object.entries(screens)) {
          const files = later(find(bundle, (chunk) => chunk.name === group))
          const links = files.map(toElement).join('\n    ')
          const source = html.replace('</head>', () => `  ${links}\n  </head>`)
          this.emitFile({ type: 'asset', fileName: `${screen}.html`, source })
        }

        const preloads: Record<string, string[]> = {}
        for (const [path, module] of Object.entries(routes)) {
          const chunk = find(bundle, ({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`) ?? false)
          preloads[path] = later(chunk).map((file) => `/${file}`)
        }
        this.emitFile({ type: 'asset', fileName: '.preloads.json', source: JSON.stringify(preloads) })
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

const toElement = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
