import type { Logger } from 'pino'
import { withoutInvisible } from '#contract/primitives.ts'
import type { Config } from '../../config/config.ts'
import { createPageFetcher, type FetchPage, PageError, type PageNetwork } from './fetch-page.ts'
import { type SearchHit, searchSearxng } from './searxng.ts'
import type { FoundPage, WebSearch } from './web-search.ts'

/** Pages that a look-up returns. */
const PAGES = 5
const TITLE_MAX = 200
const SUMMARY_MAX = 1_000

/** The web search of the settings: SearXNG at SEARCH_URL; null without it. `network` is for tests. */
export function createWebSearch(
  { searchUrl }: Pick<Config, 'searchUrl'>,
  log: Logger,
  network?: PageNetwork,
): WebSearch | null {
  if (searchUrl === null) return null
  const fetchPage = createPageFetcher(network)
  return {
    async find(query, { language, signal }) {
      const hits = await searchSearxng(searchUrl, query, { language, signal })
      const pages = distinct(hits)
        .slice(0, PAGES)
        .map((hit) => readPage(hit, fetchPage, signal, log))
      return (await Promise.all(pages)).filter(({ text }) => text !== '')
    },
  }
}

/** A page that cannot be read still has the summary of the search service. */
async function readPage(hit: SearchHit, fetchPage: FetchPage, signal: AbortSignal, log: Logger): Promise<FoundPage> {
  const site = new URL(hit.url).hostname.replace(/^www\./, '')
  const summary = oneLine(hit.summary, SUMMARY_MAX)
  const text = await fetchPage(hit.url, signal).catch((error: unknown) => {
    if (!(error instanceof PageError)) throw error
    log.debug({ problem: error.problem }, 'a page of a web search was not read')
    return ''
  })
  return { url: hit.url, title: oneLine(hit.title, TITLE_MAX) || site, site, text: text || summary }
}

/** The hits that are web pages, by their normalised addresses, each once. */
function distinct(hits: readonly SearchHit[]): SearchHit[] {
  const byUrl = new Map<string, SearchHit>()
  for (const hit of hits) {
    const url = URL.canParse(hit.url) ? new URL(hit.url) : null
    if (url === null || !/^https?:$/.test(url.protocol) || byUrl.has(url.href)) continue
    byUrl.set(url.href, { ...hit, url: url.href })
  }
  return [...byUrl.values()]
}

/** The beginning of a text, without characters that change how the text around them is displayed. */
const oneLine = (text: string, max: number): string =>
  withoutInvisible(text.replace(/\s+/g, ' ')).trim().slice(0, max).toWellFormed()
