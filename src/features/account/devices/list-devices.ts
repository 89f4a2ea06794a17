import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { deleteSession, listSessions } from '#contract/endpoints/accounts.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'devices'

/** Queries the sessions of this user from the server. */
export const devicesQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ signal }) => (await api.call(listSessions, { signal, as: userId })).results,
  })

/** Invalidates the list after anything that may have signed devices out. */
export const refreshDevices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Signs out each of these devices; throws the first failure once all have been tried. */
export async function signOutDevices(userId: number, ids: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map((id) => api.call(deleteSession, { params: { id }, as: userId })))
  await refreshDevices()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected' && !isGone(outcome.reason))
  if (failed?.status === 'rejected') throw failed.reason
}

/** The session has already ended. */
const isGone = (error: unknown): boolean => isApiError(error) && error.code === 'not_found'
