import type { Language } from '#contract/primitives.ts'

/** A page that was found; its texts are written by strangers. */
export interface FoundPage {
  url: string
  title: string
  /** The host name without `www.`. */
  site: string
  /** The beginning of the page, or the summary of the search service when the page could not be read. */
  text: string
}

export interface WebSearch {
  /** The best pages for a query, none when there are none. Throws WebSearchError, and the signal's reason. */
  find(query: string, options: { language: Language; signal: AbortSignal }): Promise<FoundPage[]>
}

/** `status`: the service responded with an error; `malformed`: not with JSON results; `unreachable`: not at all. */
export type WebSearchProblem = 'unreachable' | 'status' | 'malformed'

/** Its message never contains the query, which may quote the chat; its cause may. */
export class WebSearchError extends Error {
  override readonly name = 'WebSearchError'
  readonly problem: WebSearchProblem

  constructor(problem: WebSearchProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
