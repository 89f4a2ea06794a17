import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { Plan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { DAY_MS } from '#lib/timing/day-ms.ts'
import { isErasing } from '#session/sign-out/erase-lock.ts'
import { plansQuery } from './list-plans.ts'

const WEEK_MS = 7 * DAY_MS

const PlanQuery = v.looseObject({
  queryKey: v.tuple([v.literal('plans')]),
  state: v.looseObject({ data: v.object({ plans: v.array(Plan), savedAt: v.nullable(v.number()) }) }),
})
const Stored = v.object({
  timestamp: v.number(),
  buster: v.string(),
  clientState: v.object({ mutations: v.tuple([]), queries: v.array(PlanQuery) }),
})

const nothing: PersistedClient = { timestamp: 0, buster: '', clientState: { mutations: [], queries: [] } }

/** The storage may contain data of another version or program: data that does not parse is ignored. */
export function readStored(text: string): PersistedClient {
  try {
    const stored = v.safeParse(Stored, JSON.parse(text))
    return stored.success ? (stored.output as unknown as PersistedClient) : nothing
  } catch (error) {
    if (error instanceof SyntaxError) return nothing
    throw error
  }
}

/**
 * The persister writes 100 ms after a change: a page whose data were deleted meanwhile must not store the list again.
 */
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, text: string) => {
    if (!isErasing()) localStorage.setItem(key, text)
  },
  removeItem: (key: string) => localStorage.removeItem(key),
}

let isPersisting = false

/** Restores the plans of the last visit at once, also offline; only the first call has an effect. */
export function persistPlans(): void {
  if (isPersisting) return
  isPersisting = true
  persistQueryClient({
    queryClient,
    persister: createSyncStoragePersister({
      storage,
      key: 'PLAN_LIST_KEY',
      deserialize: readStored,
    }),
    maxAge: WEEK_MS,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state }) =>
        queryKey[0] === plansQuery.queryKey[0] && state.status === 'success',
    },
  })
}
