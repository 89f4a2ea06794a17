import * as v from 'valibot'
import { SignedOutError } from '#api/errors.ts'
import { withoutRefresh } from '#api/refresh.ts'
import { contextLocks } from '#api/with-lock.ts'
import { checkPasswordOwner } from '#contract/check-password-owner.ts'
import { changePassword as changePasswordCall } from '#contract/endpoints/accounts.ts'
import { says } from '#contract/primitives.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { setTokens } from '#session/session-actions.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { refreshDevices } from './devices/list-devices.ts'
import { refreshEmailChange } from './email-change/email-change-query.ts'

const Repeated = v.pipe(v.string(says('confirm_password_required')), v.nonEmpty(says('confirm_password_required')))

/** The input of the call, with the new password repeated. */
export const PasswordChange = v.pipe(
  v.object({ ...changePasswordCall.body.entries, confirm_password: Repeated }),
  checkPasswordOwner('new_password', () => currentSession()?.user),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      ({ new_password, confirm_password }) => new_password === confirm_password,
      says('confirm_password_match'),
    ),
    ['confirm_password'],
  ),
)

/**
 * Sets the new password; this device stays signed in with the tokens of the response. The ones before end with the
 * change, so a refresh of them would sign the device out: it waits until the new ones are stored.
 */
export async function changePassword(change: v.InferOutput<typeof PasswordChange>): Promise<void> {
  const { current_password, new_password } = change
  const userId = currentSession()?.user.id
  if (userId === undefined) throw new SignedOutError('Nobody is signed in')
  // Refreshes an access token that has expired, which the call could not do under the lock.
  await refreshUser()
  await withoutRefresh(contextLocks(), async () => {
    const tokens = await api.call(changePasswordCall, { body: { current_password, new_password }, as: userId })
    await setTokens(userId, tokens)
  })
  void refreshDevices()
  // The server has cancelled a change of address that was waiting for its link.
  void refreshEmailChange()
}
