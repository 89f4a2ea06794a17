import * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'
import { readLimited } from '../../lib/read-limited.ts'
import { WebSearchError } from './web-search.ts'

const TIME_MS = 8_000
const BYTES_MAX = 2_000_000

const Results = v.object({ results: v.array(v.unknown()) })
const Hit = v.object({
  url: v.pipe(v.string(), v.maxLength(2_000)),
  title: v.optional(v.nullable(v.string()), ''),
  content: v.optional(v.nullable(v.string()), ''),
})

export interface SearchHit {
  url: string
  title: string
  summary: string
}

/**
 * Queries a SearXNG server by its JSON API, which its settings must allow (`search.formats`). Results that are not as
 * expected are skipped. Throws WebSearchError, and the signal's reason.
 */
export async function searchSearxng(
  baseUrl: string,
  query: string,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<SearchHit[]> {
  const url = `${baseUrl}/search?${new URLSearchParams({ q: query, format: 'json', language })}`
  const found = v.safeParse(Results, await fetchJson(url, signal))
  if (!found.success) throw new WebSearchError('malformed')
  return found.output.results.flatMap((result) => {
    const hit = v.safeParse(Hit, result)
    if (!hit.success) return []
    const { url, title, content } = hit.output
    return [{ url, title: title ?? '', summary: content ?? '' }]
  })
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)])
  let text: string
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal: inTime })
    if (!response.ok) {
      await response.body?.cancel()
      throw new WebSearchError('status')
    }
    const { bytes, complete } = await readLimited(response.body ?? new ReadableStream(), BYTES_MAX)
    if (!complete) throw new WebSearchError('malformed')
    text = bytes.toString('utf8')
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WebSearchError) throw error
    throw new WebSearchError('unreachable', { cause: error })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WebSearchError('malformed', { cause: error })
  }
}
