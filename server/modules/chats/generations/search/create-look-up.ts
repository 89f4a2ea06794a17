import type { SearchProblem } from '#contract/objects/chat.ts'
import type { Language } from '#contract/primitives.ts'
import { oneLine } from '#contract/title-and-preview.ts'
import { retryWhileBusy } from '../../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { cleanText } from '../../../../lib/text/clean-text.ts'
import { bytesOf } from '../../../../lib/text/text-bytes.ts'
import type { LookedUp } from '../../../../providers/assistant/assistant.ts'
import { type FoundPage, WebSearchError } from '../../../../providers/search/web-search.ts'
import { giveSearchBack, takeSearch } from '../../../usage/use-cases/take-search.ts'
import type { Claim } from '../job.ts'
import { type QuotedSource, quoteSources } from './quote-sources.ts'
import { noSearch, storeSearchState } from './search-state.ts'

/** Look-ups for one answer: untrusted text cannot cause more. */
const LOOK_UPS_MAX = 3
const QUERY_MAX = 300

/** What the model reads instead of sources. */
const without: Record<SearchProblem, string> = {
  limit_reached: 'No look-up is left in this period of the plan of the person. Answer without, and say so.',
  unavailable: 'The web search does not respond. Answer without, and say so.',
  nothing_found: 'Nothing was found.',
}

interface LookUpOptions {
  language: Language
  mark: string
  signal: AbortSignal
  /** The bytes of one look-up in the prompt. */
  most: number
  /** The bytes of all of them: another one is made only while it has space for it. */
  space: number
}

type Deps = Pick<Dependencies, 'db' | 'engine' | 'bus' | 'now' | 'log' | 'processId' | 'webSearch'>

/**
 * Creates the look-up of one answer. Each call counts against the plan, one after the other; its pages get the next
 * numbers, and are quoted as untrusted text. Never throws for a search that failed or is not allowed.
 */
export function createLookUp(
  deps: Deps,
  claim: Claim,
  { language, mark, signal, most, space }: LookUpOptions,
): (query: string) => Promise<LookedUp> {
  const { webSearch, log } = deps
  const found = new Map<string, QuotedSource>()
  let count = 0
  let read = 0
  let left = space
  let problem: SearchProblem | null = null

  const hasMore = () => count < LOOK_UPS_MAX && left >= most
  const list = () => [...found.values()].map(({ n, url, title, site }) => ({ n, url, title, site }))
  const store = (query: string | null) => {
    const state = { ...noSearch, query, sources: list(), problem }
    return retryWhileBusy(() => storeSearchState(deps, claim, state, read), signal)
  }

  async function end(failed: SearchProblem): Promise<LookedUp> {
    // Pages of an earlier look-up stand under the answer.
    problem = failed === 'nothing_found' && found.size > 0 ? null : failed
    await store(null)
    return { text: without[failed], sources: list(), more: failed === 'nothing_found' && hasMore() }
  }

  function add(pages: readonly FoundPage[]): QuotedSource[] {
    return pages.map((page) => {
      const source = found.get(page.url) ?? { ...page, n: found.size + 1 }
      found.set(page.url, source)
      return source
    })
  }

  async function lookUp(given: string): Promise<LookedUp> {
    const query = oneLine(cleanText(given)).slice(0, QUERY_MAX).toWellFormed()
    if (!hasMore()) return { text: 'No look-up is left for this answer.', sources: list(), more: false }
    if (webSearch === null) return end('unavailable')
    if (query === '') return end('nothing_found')
    count += 1
    const who = { userId: claim.user_id, messageId: claim.message_id }
    if (!(await retryWhileBusy(() => takeSearch(deps, who), signal))) return end('limit_reached')
    await store(query)
    try {
      const pages = await webSearch.find(query, { language, signal })
      if (pages.length === 0) return await end('nothing_found')
      const text = quoteSources(add(pages), { mark, most })
      read += text.length
      left -= bytesOf(text)
      problem = null
      await store(null)
      return { text, sources: list(), more: hasMore() }
    } catch (error) {
      if (!(error instanceof WebSearchError)) throw error
      log.warn({ generation: claim.id, problem: error.problem }, 'a web search failed')
      await retryWhileBusy(() => giveSearchBack(deps.db, who), signal)
      return end('unavailable')
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    // A model may ask for several look-ups at once: they run in turn, and one that throws does not stop the next.
    const next = last.then(() => lookUp(query))
    last = next.catch(() => undefined)
    return next
  }
}
