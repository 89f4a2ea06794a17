import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor, removeTotp, renewRecoveryCodes } from '#contract/endpoints/factors.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'second-factor'

export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: ({ signal }) => api.call(getSecondFactor, { signal, as: userId }),
  })

export const refreshSecondFactor = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export async function removeSecondFactor(userId: number): Promise<void> {
  await api.call(removeTotp, { as: userId })
  await refreshSecondFactor()
}

/** The new codes, which the server does not show again. */
export async function renewCodes(userId: number): Promise<string[]> {
  const { recovery_codes } = await api.call(renewRecoveryCodes, { as: userId })
  void refreshSecondFactor()
  return recovery_codes
}
