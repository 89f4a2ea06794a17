import * as accounts from './endpoints/accounts.ts'
import * as admin from './endpoints/admin.ts'
import * as adminBilling from './endpoints/admin-billing.ts'
import * as billing from './endpoints/billing.ts'
import * as chats from './endpoints/chats.ts'
import * as clientErrors from './endpoints/client-errors.ts'
import * as companion from './endpoints/companion.ts'
import * as emailChange from './endpoints/email-change.ts'
import * as factors from './endpoints/factors.ts'
import * as feedback from './endpoints/feedback.ts'
import * as files from './endpoints/files.ts'
import * as imports from './endpoints/import.ts'
import * as legal from './endpoints/legal.ts'
import * as mail from './endpoints/mail.ts'
import * as newsletter from './endpoints/newsletter/issues.ts'
import * as newsletterReading from './endpoints/newsletter/reading.ts'
import * as passkeys from './endpoints/passkeys.ts'
import * as agreement from './endpoints/ratings/agreement.ts'
import * as judgeRuns from './endpoints/ratings/judge-runs.ts'
import * as ratings from './endpoints/ratings/ratings.ts'
import * as reportedExchanges from './endpoints/ratings/reported-exchanges.ts'
import * as validators from './endpoints/ratings/validators.ts'
import * as shares from './endpoints/shares.ts'
import * as speech from './endpoints/speech.ts'
import * as subscriptions from './endpoints/subscriptions.ts'
import * as temporary from './endpoints/temporary.ts'

const {
  DeleteByGoogle: _byGoogle,
  DeleteByPassword: _byPassword,
  LoginInput: _login,
  ProfileInput: _profile,
  RegisterInput: _register,
  ...accountCalls
} = accounts
const { RefundInput: _refund, ...adminBillingCalls } = adminBilling
const { OneTimeCode: _code, SignInChallenge: _challenge, ...factorCalls } = factors
const { PasskeyName: _passkeyName, ...passkeyCalls } = passkeys
const { ReplyInput: _reply, ...feedbackCalls } = feedback
const { FileInput: _file, ...fileCalls } = files
const { ImportState: _state, ...importCalls } = imports
const { MessageInput: _message, RequestMode: _request, ResponseMode: _response, ...chatCalls } = chats
const { TaxId: _taxId, ...subscriptionCalls } = subscriptions
const { TemporaryQuestion: _temporary, ...temporaryCalls } = temporary

/**
 * All endpoints by name. Server and OpenAPI iterate over them; the app imports single endpoints from `endpoints/`, so
 * that a screen loads only the schemas it uses.
 */
export const contract = {
  ...accountCalls,
  ...factorCalls,
  ...emailChange,
  ...passkeyCalls,
  ...mail,
  ...legal,
  ...newsletter,
  ...subscriptionCalls,
  ...billing,
  ...admin,
  ...adminBillingCalls,
  ...chatCalls,
  ...feedbackCalls,
  ...agreement,
  ...fileCalls,
  ...importCalls,
  ...newsletterReading,
  ...judgeRuns,
  ...ratings,
  ...reportedExchanges,
  ...validators,
  ...shares,
  ...speech,
  ...companion,
  ...temporaryCalls,
  ...clientErrors,
}

type Contract = typeof contract
export type CallName = keyof Contract
