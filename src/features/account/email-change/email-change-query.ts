import { queryOptions } from '@tanstack/react-query'
import { cancelEmailChange, getEmailChange, requestEmailChange } from '#contract/endpoints/email-change.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'email-change'

/** `email`: the current address, so that the request is read again once it has changed. */
export const emailChangeQuery = ({ id, email }: { id: number; email: string }) =>
  queryOptions({
    queryKey: [KEY, id, email],
    queryFn: async ({ signal }) => (await api.call(getEmailChange, { signal, as: id })).pending,
  })

export const refreshEmailChange = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** Asks for a link to the new address. */
export async function sendEmailChange(userId: number, email: string): Promise<void> {
  await api.call(requestEmailChange, { body: { email }, as: userId })
  await refreshEmailChange()
}

export async function dropEmailChange(userId: number): Promise<void> {
  await api.call(cancelEmailChange, { as: userId })
  await refreshEmailChange()
}
