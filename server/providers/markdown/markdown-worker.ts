import { parentPort, workerData } from 'node:worker_threads'
import { Marked, type MarkedOptions, type Tokens } from 'marked'
import { type MathsToken, mathsExtensions, mayHoldMathsInBlocks } from '#contract/maths/maths-extensions.ts'
import { escapeHtml } from './escape-html.ts'
import type { RenderTask } from './render-markdown.ts'

const { texts, pictures } = workerData as RenderTask

const safeProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Escapes text in Markdown, whose entities, such as `&amp;`, already mean single characters. */
const escapeText = (text: string): string =>
  text.replace(/(&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)|[^&]+|&/gi, (part, entity) => entity ?? escapeHtml(part))

const isShown = (href: string): boolean =>
  pictures !== undefined && href.startsWith(pictures) && /^[\w-]+$/.test(href.slice(pictures.length))

/** A link opens a page or an email and nothing else; any other address stays text. */
function link(href: string, label: string): string {
  const url = URL.canParse(href) ? new URL(href) : null
  if (url === null || !safeProtocols.has(url.protocol)) return label
  return `<a href="${escapeHtml(url.href)}" rel="noopener nofollow ugc">${label}</a>`
}

/** Each block of a shared chat has the direction of its own text, as in the app. An issue has that of its page. */
const dir = pictures === undefined ? ' dir="auto"' : ''

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    /** The parser marks text behind a tag such as `<code>` as escaped already, because it passes such HTML through. */
    text(token) {
      return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeText(token.text)
    },
    link({ href, tokens }) {
      return link(href, this.parser.parseInline(tokens))
    },
    // A picture of another site would tell that site who reads the page.
    image: ({ href, text }) =>
      isShown(href) ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">` : link(href, escapeHtml(text)),
    /** A shared chat has headings of two levels above those of a text, an issue of the newsletter of one. */
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + (pictures === undefined ? 2 : 1))
      return `<h${level}${dir}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
    paragraph({ tokens }) {
      return `<p${dir}>${this.parser.parseInline(tokens)}</p>\n`
    },
    listitem({ tokens }) {
      return `<li${dir}>${this.parser.parse(tokens)}</li>\n`
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${row.map((cell) => `<${tag}${dir}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const rows = token.rows.map((row) => cells(row, 'td')).join('')
      return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`
    },
  },
})

/** The formulas of a shared chat, as in the app. An issue has none, because programs for mail do not show them. */
async function formulasOf(text: string): Promise<MarkedOptions> {
  if (pictures !== undefined || !mayHoldMathsInBlocks(text)) return {}
  // Loaded when it is needed, because that takes as long as the start of the thread.
  const { renderFormula } = await import('./render-formula.ts')
  const maths = (token: Tokens.Generic) => renderFormula(token as MathsToken)
  return { extensions: { ...mathsExtensions, renderers: { maths } } }
}

// Each text is posted as soon as it is rendered: those of a worker that is terminated are not lost.
for (const [index, text] of texts.entries()) {
  const html = marked.parse(text, { ...(await formulasOf(text)), async: false })
  parentPort?.postMessage({ index, html })
}
