import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bootOrder, chunkOf, readManifest } from './chunk-manifest.ts'
import { toScript } from './to-script.ts'

/** Changes with what `toScript` writes, so that no file gets a name that stood for something else. */
const VERSION = 'scripts-3'

export const scriptOf = (file: string): string => file.replace(/\.js$/, '.boot.js')

/**
 * Writes what a page starts with as classic scripts beside the modules, and the pages that load them: Chromium keeps
 * the compiled code of scripts that a worker has stored, and does not do it for modules (docs/decisions/032). The
 * modules of that name hand on what the scripts have made, so everything exists once.
 */
export function bootScripts(): Plugin {
  return {
    name: 'companion-boot-scripts',
    apply: 'build',
    augmentChunkHash: () => VERSION,
    async writeBundle({ dir }) {
      if (dir === undefined) throw new Error('the build has no folder')
      const manifest = await readManifest(dir)
      const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
      const shell = bootOrder(manifest, entry)
      const chat = bootOrder(manifest, [chunkOf(manifest, 'chat')]).filter(
        ({ file }) => !shell.some((other) => other.file === file),
      )
      const parts = [...shell, ...chat]
      const files = new Set(parts.map(({ file }) => file))
      for (const { file } of parts) {
        const written = toScript(
          await readFile(join(dir, file), 'utf8'),
          file,
          files,
          shell.some((part) => part.file === file),
        )
        await writeFile(join(dir, scriptOf(file)), written.script)
        await writeFile(join(dir, file), written.facade)
      }
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      // The entry starts the app, so it comes last.
      const order = (more: typeof chat) => [...shell.slice(0, -1), ...more, ...shell.slice(-1)]
      await writeFile(join(dir, 'index.html'), withScripts(page, order([])))
      await writeFile(join(dir, 'chat.html'), withScripts(page, order(chat)))
    },
  }
}

function withScripts(page: string, parts: ReturnType<typeof bootOrder>): string {
  const bare = page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
  const entry = /<script type="module"[^>]*><\/script>/
  if (!entry.test(bare)) throw new Error('index.html loads no module')
  const styles = parts.flatMap(({ css }) => css).filter((file) => !page.includes(file))
  const scripts = parts.map(({ file }) => `<script defer src="/${scriptOf(file)}"></script>`)
  const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  // Behind what every page has: a component's rules count more than those of the plain elements.
  return bare.replace(entry, scripts.join('\n    ')).replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
}
