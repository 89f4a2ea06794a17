import { useEffect, useMemo, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { search } from '#contract/endpoints/companion.ts'
import type { SearchResult } from '#contract/objects/search-result.ts'
import { database } from '#offline/database/database.ts'
import { nextTask } from '#offline/search/in-slices.ts'
import { type LocalSearch, openLocalSearch } from '#offline/search/local-search.ts'
import { api } from '#session/api.ts'
import { mergeResults, type Results } from './merge-results.ts'

/** The debounce of requests to the server, in milliseconds. */
const PAUSE_MS = 150
/** The server refuses longer queries. */
const QUERY_MAX = 200

interface Found {
  query: string
  results: SearchResult[]
}

const none: SearchResult[] = []
const nothing: Found = { query: '', results: none }
const noResults: Results = { chats: none, messages: none }

export interface Search extends Results {
  /** The query to which the results belong; it may lag behind the typed one. */
  of: string
  /** True when this device and, if reachable, the server have answered. */
  done: boolean
  /** True when the results belong to the typed query. */
  settled: boolean
  /** True when the request to the server failed, so that only this device was searched. */
  onlyHere: boolean
}

/** Searches this device at once, and the server after a debounce. */
export function useSearch(userId: number, typed: string): Search {
  const query = typed.trim().slice(0, QUERY_MAX)
  const here = useLocalResults(userId, query)
  const [there, setThere] = useState<Found & { failed?: boolean }>(nothing)
  useEffect(() => {
    if (query === '') return
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      try {
        const { results } = await api.call(search, { query: { q: query }, as: userId, signal })
        if (!signal.aborted) setThere({ query, results })
      } catch (error) {
        if (signal.aborted) return
        setThere({ query, results: [], failed: true })
        if (!isExpectedError(error)) reportError(error)
      }
    }
    const timer = setTimeout(ask, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [userId, query])
  const answered = there.query === query
  const more = answered ? there.results : none
  const merged = useMemo(() => mergeResults(here.results, more), [here.results, more])
  if (query === '') return { ...noResults, of: '', done: true, settled: true, onlyHere: false }
  return {
    ...merged,
    of: here.query,
    done: answered && here.query === query && here.complete,
    settled: here.query === query,
    onlyHere: answered && there.failed === true,
  }
}

function useLocalResults(userId: number, query: string): Found & { complete: boolean } {
  const [local, setLocal] = useState<LocalSearch | null>(null)
  const [found, setFound] = useState<Found & { complete: boolean }>({ ...nothing, complete: false })
  useEffect(() => {
    const opened = openLocalSearch(database(), userId)
    setLocal(opened)
    return () => opened.close()
  }, [userId])
  useEffect(() => {
    if (local === null || query === '') return
    let left = false
    const look = async () => {
      // The keystroke is painted first; if the user has typed on, a newer search replaces this one.
      await nextTask()
      if (left) return
      const complete = local.isComplete()
      const results = await local.search(query)
      if (!left) setFound({ query, results, complete })
    }
    const lookAgain = () => void look().catch(reportError)
    lookAgain()
    const stop = local.onChange(lookAgain)
    return () => {
      left = true
      stop()
    }
  }, [local, query])
  return found
}
