import { brotliCompressSync } from 'node:zlib'

/**
 * How many bytes (brotli, without headers and fonts) a page may fetch before it can be used: the HTML and every file
 * that it names, except those that wait for the app or for a wide screen. The hashes in file names alone change it by
 * some ten bytes. Raise a budget only with a reason, because each kilobyte delays the first use on a slow mobile network.
 */
export const firstLoadBudgets: Readonly<Record<string, number>> = {
  'start.html': 17_850,
  'auth/login.html': 15_800,
  'auth/register.html': 16_160,
  'index.html': 117_000,
  'chat.html': 208_050,
}

/** A file that waits for the app, or that only a wide screen fetches. */
const isDeferred = /\b(?:data-modulepreload|media=)/

type ReadFile = (path: string) => string | Uint8Array | undefined

/** What a page fetches before it can be used, in bytes after compression. */
export function firstLoadBytes(html: string, read: ReadFile): number {
  const files = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/(assets\/[^"]+)"[^>]*>/g)].flatMap(
    ([tag, file]) => (file === undefined || isDeferred.test(tag) ? [] : [file]),
  )
  const sizes = [...new Set(files)].map((file) => {
    const content = read(file)
    if (content === undefined) throw new Error(`a page names ${file}, which is not in the build`)
    return brotliCompressSync(content).length
  })
  return sizes.reduce((sum, size) => sum + size, brotliCompressSync(html).length)
}

/** One line for each page that is over its budget, or has none. */
export function overBudget(pages: ReadonlyMap<string, string>, read: ReadFile): string[] {
  return [...pages].flatMap(([page, html]) => {
    const budget = firstLoadBudgets[page]
    if (budget === undefined) return [`${page} has no budget: see scripts/build/first-load-budget.ts`]
    const bytes = firstLoadBytes(html, read)
    return bytes <= budget
      ? []
      : [`${page} fetches ${bytes} bytes before it can be used, ${bytes - budget} over its budget`]
  })
}
