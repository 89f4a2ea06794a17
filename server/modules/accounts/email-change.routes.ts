import * as calls from '#contract/endpoints/email-change.ts'
import { type Route, route } from '../../http/api/route.ts'
import { accountMessage } from './account-messages.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { confirmEmailChange, previewEmailChange } from './email-change/confirm-email-change.ts'
import { cancelEmailChange, readEmailChange, requestEmailChange } from './email-change/request-email-change.ts'
import { undoEmailChange } from './email-change/undo-email-change.ts'

/** Changes of a user's own address (docs/decisions/110). */
export function emailChangeRoutes(deps: AccountDeps): Route[] {
  return [
    route(calls.requestEmailChange, {
      owns: 'self',
      // The limit of mails is taken by the use case: a call that is refused until the user has confirmed mails nothing.
      limit: 'write',
      handle: async ({ caller, body, language }) => {
        await requestEmailChange(deps, caller.id, body.email)
        return { status: 200, body: accountMessage('email_change_sent', language) }
      },
    }),
    route(calls.getEmailChange, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readEmailChange(deps, caller.id) }),
    }),
    route(calls.cancelEmailChange, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => {
        await cancelEmailChange(deps, caller.id)
        return { status: 204 }
      },
    }),
    route(calls.previewEmailChange, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body }) => ({ status: 200, body: await previewEmailChange(deps, body.token) }),
    }),
    route(calls.confirmEmailChange, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body, language }) => {
        await confirmEmailChange(deps, body.token)
        return { status: 200, body: accountMessage('email_changed', language) }
      },
    }),
    route(calls.undoEmailChange, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body, language }) => {
        await undoEmailChange(deps, body.token)
        return { status: 200, body: accountMessage('email_restored', language) }
      },
    }),
  ]
}
