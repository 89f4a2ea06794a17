import { queryOptions } from '@tanstack/react-query'
import {
  changeSandboxPortal,
  getSandboxPortal,
  paySandboxNext,
  type SandboxPortal,
} from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'

export const portalQuery = (userId: number) =>
  queryOptions({
    queryKey: ['sandbox-portal', userId],
    queryFn: ({ signal }) => api.call(getSandboxPortal, { signal, as: userId }),
  })

const store = (userId: number, portal: SandboxPortal): void =>
  void queryClient.setQueryData(portalQuery(userId).queryKey, portal)

export async function changePortal(userId: number, body: { card_works?: boolean; tax_ids?: string[] }): Promise<void> {
  store(userId, await api.call(changeSandboxPortal, { body }))
}

/** Makes the next payment now, and fetches what became of the plan. */
export async function payNext(userId: number, next_payment_at: string): Promise<void> {
  try {
    store(userId, await api.call(paySandboxNext, { body: { next_payment_at } }))
  } finally {
    await Promise.all([
      refreshUser(),
      refreshHistory(),
      queryClient.invalidateQueries({ queryKey: portalQuery(userId).queryKey }),
    ])
  }
}
