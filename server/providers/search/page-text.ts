import { compile, type HtmlToTextOptions } from 'html-to-text'
import { cleanText } from '../../lib/text/clean-text.ts'

/** Characters of a page that a model gets. */
const TEXT_MAX = 4_000
/** The parser blocks the event loop, and takes quadratic time for nested elements: the rest of the page is not read. */
const HTML_MAX = 500_000
const ELEMENTS_MAX = 10_000
const limits = { maxDepth: 100, maxChildNodes: 5_000 }

const skipped = [
  'title',
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'img',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
]
const options: HtmlToTextOptions = {
  wordwrap: false,
  limits,
  selectors: [
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
}
const toText = compile(options)

/** The readable text of a page's bytes. `charset` is the one of its headers. */
export function readPageText(
  bytes: Uint8Array,
  { isHtml, charset }: { isHtml: boolean; charset: string | undefined },
): string {
  const named = charset ?? (isHtml ? charsetOf(bytes) : undefined) ?? 'utf-8'
  const source = decode(bytes, named)
  const text = isHtml ? toText(firstElements(source.slice(0, HTML_MAX))) : source
  return cleanText(
    text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n\s*/g, '\n')
      .trim()
      .slice(0, TEXT_MAX),
  )
}

function firstElements(html: string): string {
  const tag = /<[a-z]/gi
  for (let n = 0; n < ELEMENTS_MAX; n += 1) if (!tag.test(html)) return html
  return html.slice(0, tag.lastIndex - 2)
}

/** The encoding in a `meta` element at the beginning of a page. */
function charsetOf(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return /<meta[^>]{1,200}charset="?'?([\w-]+)/i.exec(beginning)?.[1]
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // An encoding that does not exist.
    return new TextDecoder().decode(bytes)
  }
}
