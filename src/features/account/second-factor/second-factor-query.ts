import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { getSecondFactor, removeTotp, renewRecoveryCodes } from '#contract/endpoints/factors.ts'
import { removePasskey, renamePasskey } from '#contract/endpoints/passkeys.ts'
import { queryClient, SECOND_FACTOR_KEY } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: [SECOND_FACTOR_KEY, userId],
    queryFn: ({ signal }) => api.call(getSecondFactor, { signal, as: userId }),
  })

export const refreshSecondFactor = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [SECOND_FACTOR_KEY] })

export const removeApp = (userId: number): Promise<void> => refreshAfter(api.call(removeTotp, { as: userId }))

/** The new codes, which the server does not show again. */
export async function renewCodes(userId: number): Promise<string[]> {
  try {
    return (await api.call(renewRecoveryCodes, { as: userId })).recovery_codes
  } finally {
    void refreshSecondFactor()
  }
}

export const renameOwnPasskey = (userId: number, id: string, name: string): Promise<void> =>
  refreshAfter(api.call(renamePasskey, { params: { id }, body: { name }, as: userId }))

/** A passkey that does not exist any more counts as removed. */
export const removeOwnPasskey = (userId: number, id: string): Promise<void> =>
  refreshAfter(
    api.call(removePasskey, { params: { id }, as: userId }).catch((error: unknown) => {
      if (!isApiError(error) || error.code !== 'not_found') throw error
    }),
  )

/** Reads the state again after a failure, too, because the server may have made a change whose response was lost. */
async function refreshAfter(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    void refreshSecondFactor()
    throw error
  }
  await refreshSecondFactor()
}
