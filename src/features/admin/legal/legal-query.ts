import { queryOptions } from '@tanstack/react-query'
import { listLegalTexts } from '#contract/endpoints/legal.ts'
import type { LegalEntry } from '#contract/objects/legal/legal-text.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const legalQuery = queryOptions({
  queryKey: ['admin', 'legal'],
  queryFn: async ({ signal }) => (await api.call(listLegalTexts, { signal })).results,
  refetchOnWindowFocus: false,
})

/** Stores a changed document in the cache, and refetches the configuration, which lists the published texts. */
export function storeEntry(entry: LegalEntry): void {
  queryClient.setQueryData(legalQuery.queryKey, (all) =>
    all?.map((one) => (one.document === entry.document ? entry : one)),
  )
  void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
}

/** Reads the documents again, such as after a change of another admin; rejects when that fails. */
export const refreshLegalTexts = (): Promise<unknown> => queryClient.fetchQuery({ ...legalQuery, staleTime: 0 })
