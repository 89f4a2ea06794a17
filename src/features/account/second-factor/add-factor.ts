import { isUnreachable } from '#api/expected-error.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { confirmTotp, getSecondFactor } from '#contract/endpoints/factors.ts'
import { addPasskey, beginPasskey } from '#contract/endpoints/passkeys.ts'
import type { SecondFactor } from '#contract/objects/second-factor.ts'
import { makePasskey } from '#data/passkeys.ts'
import { api } from '#session/api.ts'
import { refreshSecondFactor, renewCodes } from './second-factor-query.ts'

type Kind = 'totp' | 'passkey'
type IsAdded = (factor: SecondFactor) => boolean | Promise<boolean>

/** Factors whose addition got no response, so that the server may have added them; by user and kind. */
const lost = new Map<string, IsAdded>()
const keyOf = (userId: number, kind: Kind) => `${userId} ${kind}`

/** Turns the app on. Returns the recovery codes that come with the first second factor. */
export async function confirmOwnTotp(userId: number, body: BodyInput<typeof confirmTotp>): Promise<string[]> {
  const recovered = await recoverLost(userId, 'totp')
  return (
    recovered ??
    addFactor(userId, 'totp', {
      send: () => api.call(confirmTotp, { body, as: userId }),
      isAdded: ({ totp_since }) => totp_since !== null,
    })
  )
}

/** The recovery codes that come with the first second factor; none when the user has closed the browser's dialog. */
export async function makeOwnPasskey(userId: number): Promise<string[]> {
  const recovered = await recoverLost(userId, 'passkey')
  if (recovered !== undefined) return recovered
  const begin = () => api.call(beginPasskey, { as: userId })
  const passkey = await makePasskey(await begin())
  if (passkey === undefined) return []
  return addFactor(userId, 'passkey', {
    send: () => api.call(addPasskey, { body: { passkey }, as: userId }),
    // Another device may have added a passkey meanwhile, whose codes are stored: only the id tells which one it is.
    isAdded: async () => (await begin()).excludeCredentials.some(({ id }) => id === passkey.id),
  })
}

interface Addition {
  send: () => Promise<{ recovery_codes: string[] }>
  isAdded: IsAdded
}

async function addFactor(userId: number, kind: Kind, { send, isAdded }: Addition): Promise<string[]> {
  try {
    const { recovery_codes } = await send()
    lost.delete(keyOf(userId, kind))
    return recovery_codes
  } catch (error) {
    if (!isUnreachable(error)) throw error
    lost.set(keyOf(userId, kind), isAdded)
    // Only one response may have been lost. If the server is still unreachable, the next try finds out.
    const recovered = await recoverLost(userId, kind).catch(() => undefined)
    if (recovered === undefined) throw error
    return recovered
  } finally {
    void refreshSecondFactor()
  }
}

/**
 * For an earlier addition without a response: its recovery codes if the server has added the factor, else undefined. New
 * codes replace those that nobody has seen, which came with it if it is the only factor.
 */
async function recoverLost(userId: number, kind: Kind): Promise<string[] | undefined> {
  const isAdded = lost.get(keyOf(userId, kind))
  if (isAdded === undefined) return undefined
  const factor = await api.call(getSecondFactor, { as: userId })
  if (!(await isAdded(factor))) return undefined
  const isOnly = factor.passkeys.length + (factor.totp_since === null ? 0 : 1) === 1
  const codes = isOnly ? await renewCodes(userId) : []
  lost.delete(keyOf(userId, kind))
  void refreshSecondFactor()
  return codes
}
