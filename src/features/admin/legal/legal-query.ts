import { queryOptions } from '@tanstack/react-query'
import { listLegalTexts } from '#contract/endpoints/legal.ts'
import type { LegalEntry } from '#contract/objects/legal/legal-text.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const legalQuery = queryOptions({
  queryKey: ['admin', 'legal'],
  queryFn: async ({ signal }) => (await api.call(listLegalTexts, { signal })).results,
  // What is being written must not be replaced.
  refetchOnWindowFocus: false,
})

/** Shows a changed document, and reads again which texts the app says are published. */
export function storeEntry(entry: LegalEntry): void {
  queryClient.setQueryData(legalQuery.queryKey, (all) =>
    all?.map((one) => (one.document === entry.document ? entry : one)),
  )
  void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
}
