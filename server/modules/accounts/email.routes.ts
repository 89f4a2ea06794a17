import {
  previewVerification as previewCall,
  resendVerification as resendCall,
  verifyEmail as verifyEmailCall,
} from '#contract/endpoints/accounts.ts'
import * as calls from '#contract/endpoints/mail.ts'
import { type Route, route } from '../../http/api/route.ts'
import { accountMessage } from './account-messages.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { endNewsletter } from './email/end-newsletter.ts'
import { readUnsubscribeToken } from './email/unsubscribe-token.ts'
import { previewVerification, resendVerification, verifyEmail } from './email/verify-email.ts'
import { unsubscribePage } from './unsubscribe-page.http.ts'

export function emailRoutes(deps: AccountDeps): Route[] {
  return [
    route(verifyEmailCall, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body, language }) => {
        await verifyEmail(deps, body.token)
        return { status: 200, body: accountMessage('email_confirmed', language) }
      },
    }),
    route(previewCall, {
      owns: 'anybody',
      limit: 'mailedToken',
      handle: async ({ body }) => ({ status: 200, body: await previewVerification(deps, body.token) }),
    }),
    route(resendCall, {
      owns: 'self',
      limit: 'resend',
      handle: async ({ caller, language }) => {
        await resendVerification(deps, caller.id)
        return { status: 200, body: accountMessage('verification_sent', language) }
      },
    }),
    route(calls.unsubscribePage, {
      owns: 'nobody',
      limit: 'public',
      handle: ({ query, language }) => {
        const isWhole = readUnsubscribeToken(deps.config.tokenSecret, query.token) !== undefined
        return unsubscribePage(isWhole ? 'ask' : 'broken', query.lang ?? language)
      },
    }),
    route(calls.unsubscribe, {
      owns: 'anybody',
      limit: 'public',
      handle: async ({ query, language }) => {
        const isEnded = await endNewsletter(deps, query.token, query.issue)
        return unsubscribePage(isEnded ? 'done' : 'ended', query.lang ?? language)
      },
    }),
  ]
}
