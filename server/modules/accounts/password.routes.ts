import * as calls from '#contract/endpoints/accounts.ts'
import { type Route, route } from '../../http/api/route.ts'
import { accountMessage } from './account-messages.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { mailReset } from './email/mails/mail-reset.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword } from './password/reset-password.ts'

export function passwordRoutes(deps: AccountDeps): Route[] {
  return [
    route(calls.forgotPassword, {
      owns: 'nobody',
      limit: 'forgot',
      handle: ({ body, language, address }) => {
        mailReset(deps, body.email, address)
        return { status: 200, body: accountMessage('reset_sent', language) }
      },
    }),
    route(calls.resetPassword, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body, language, address }) => {
        await resetPassword(deps, body, address)
        return { status: 200, body: accountMessage('password_reset', language) }
      },
    }),
    route(calls.changePassword, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller, body, language }) => {
        const tokens = await changePassword(deps, caller, body)
        return { status: 200, body: { ...accountMessage('password_changed', language), ...tokens } }
      },
    }),
  ]
}
