import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor, removeTotp, renewRecoveryCodes } from '#contract/endpoints/factors.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '#contract/endpoints/passkeys.ts'
import { makePasskey } from '#data/passkeys.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'second-factor'

export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: ({ signal }) => api.call(getSecondFactor, { signal, as: userId }),
  })

export const refreshSecondFactor = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

export async function removeApp(userId: number): Promise<void> {
  await api.call(removeTotp, { as: userId })
  await refreshSecondFactor()
}

/** The new codes, which the server does not show again. */
export async function renewCodes(userId: number): Promise<string[]> {
  const { recovery_codes } = await api.call(renewRecoveryCodes, { as: userId })
  void refreshSecondFactor()
  return recovery_codes
}

/** The recovery codes that come with the first second factor; none when the user has closed the browser's dialog. */
export async function makeOwnPasskey(userId: number): Promise<string[]> {
  const passkey = await makePasskey(await api.call(beginPasskey, { as: userId }))
  if (passkey === undefined) return []
  const { recovery_codes } = await api.call(addPasskey, { body: { passkey }, as: userId })
  void refreshSecondFactor()
  return recovery_codes
}

export async function renameOwnPasskey(userId: number, id: string, name: string): Promise<void> {
  await api.call(renamePasskey, { params: { id }, body: { name }, as: userId })
  await refreshSecondFactor()
}

export async function removeOwnPasskey(userId: number, id: string): Promise<void> {
  await api.call(removePasskey, { params: { id }, as: userId })
  await refreshSecondFactor()
}
