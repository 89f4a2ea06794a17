import { randomUUID } from 'node:crypto'
import type { CallName } from '#contract/index.ts'
import type { Ownership } from '#server/http/api/route.ts'
import { pushReceiver } from '../fakes/push-keys.ts'
import { PASSWORD } from '../users/inserted-user.ts'
import { OWNER_WORD, type OwnedResources } from '../users/owned-resources.ts'

export const roles = ['visitor', 'other', 'provider', 'admin'] as const
export type Role = (typeof roles)[number]

/** The kind of resource in the request: always another user's, where a call takes an id. */
export interface ForeignInput {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

/** Another user's resources; `victim` is a user who may be changed by callers with that role. */
export interface Foreign extends OwnedResources {
  victim: number
}

interface Line {
  /** The owner of the rows as the route must declare it. */
  owns: Ownership
  /** The status that each role gets. */
  expected: Record<Role, number>
  inputs: (foreign: Foreign) => ForeignInput
}

type Statuses = readonly [visitor: number, other: number, provider: number, admin: number]

const line =
  (owns: Ownership, [visitor, other, provider, admin]: Statuses) =>
  (inputs: Line['inputs'] = () => ({})): Line => ({ owns, expected: { visitor, other, provider, admin }, inputs })

const everybody = (status: number, owns: Ownership = 'nobody') => line(owns, [status, status, status, status])
/** The caller's own rows, whatever the role: an admin sees no other users' rows here. */
const signedIn = (status: number) => line('self', [401, status, status, status])
const providers = (status: number) => line('anybody', [401, 403, status, status])
const admins = (status: number, owns: Ownership = 'anybody') => line(owns, [401, 403, 403, status])
const notTheirs = signedIn(404)

const plan = {
  name: 'access',
  title: 'Access',
  description: 'A plan of the access table.',
  price: '1.00',
  currency: 'USD',
  interval: 'month',
  features: ['one'],
  is_enabled: true,
  tokens_limit: 0,
  searches_limit: 0,
}
const noIssue = { params: { id: 999_999 } }
const someone = () => `${randomUUID()}@example.org`

/**
 * Every call of the API with another user's ids, and the status for each role. A new call needs a row here; calls that
 * are not implemented yet (server/http/api/not-implemented.ts) return 501.
 */
export const accessLines: Record<CallName, Line> = {
  checkEmail: everybody(200)(({ owner }) => ({ body: { email: owner.email } })),
  register: everybody(400)(({ owner }) => ({
    body: { email: owner.email, password: PASSWORD, first_name: 'Ada', last_name: 'Byron' },
  })),
  registerWithGoogle: everybody(404)(() => ({ body: { credential: 'x.y.z', nonce: 'x' } })),
  login: everybody(401)(({ owner }) => ({ body: { email: owner.email, password: 'not that one' } })),
  enterSecondFactor: everybody(401, 'anybody')(() => ({ body: { challenge: 'x', one_time_code: '000000' } })),
  logout: everybody(204, 'anybody')(() => ({ body: { refresh: 'x' } })),
  refreshToken: everybody(401, 'anybody')(() => ({ body: { refresh: 'x' } })),
  forgotPassword: everybody(200)(() => ({ body: { email: someone() } })),
  resetPassword: everybody(400, 'anybody')(() => ({ body: { token: 'x', password: PASSWORD } })),
  verifyEmail: everybody(400, 'anybody')(() => ({ body: { token: 'x' } })),
  previewVerification: everybody(400, 'anybody')(() => ({ body: { token: 'x' } })),
  validateSso: everybody(401, 'anybody')(() => ({ body: { token: 'x' } })),
  unsubscribe: everybody(400, 'anybody')(() => ({ query: { token: 'x' } })),
  unsubscribePage: everybody(200)(() => ({ query: { token: 'x' } })),
  // The servers of tests send no newsletter.
  subscribeToNewsletter: everybody(404, 'anybody')(() => ({ body: { email: someone(), language: 'en' } })),
  getConfig: everybody(200)(),
  reportClientError: everybody(204)(() => ({
    body: { source: 'script', code: 'TypeError', build: 'abcd1234', route: '/chat' },
  })),
  reportCspViolation: everybody(400)(() => ({ body: {} })),
  listPlans: everybody(200)(),
  paymentWebhook: everybody(400)(() => ({ body: {} })),

  getProfile: signedIn(200)(),
  updateProfile: signedIn(400)(({ username }) => ({ body: { username } })),
  resendVerification: signedIn(200)(),
  changePassword: signedIn(400)(() => ({
    body: { current_password: 'not that one', new_password: 'a quiet morning' },
  })),
  deleteAccount: signedIn(400)(() => ({ body: { password: 'not that one' } })),
  confirmSession: signedIn(400)(() => ({ body: { password: 'not that one' } })),
  getSecondFactor: signedIn(200)(),
  confirmTotp: signedIn(404)(() => ({ body: { one_time_code: '000000' } })),
  beginTotp: signedIn(201)(),
  removeTotp: signedIn(204)(),
  renewRecoveryCodes: signedIn(404)(),
  uploadPhoto: signedIn(415)(() => ({ body: { photo: 'no form' } })),
  deletePhoto: signedIn(200)(),
  createSsoToken: signedIn(200)(() => ({ body: { audience: 'companion_app' } })),
  listSessions: signedIn(200)(),
  deleteSession: notTheirs(({ owner }) => ({ params: { id: owner.session } })),
  exportAccount: signedIn(200)(),
  getConsents: signedIn(200)(),
  giveConsents: signedIn(200)(() => ({ body: { terms: 1 } })),

  checkout: signedIn(409)(() => ({ body: { plan_id: 1 } })),
  checkPromotionCode: signedIn(400)(() => ({ body: { plan_id: 2, code: 'NO-SUCH-CODE' } })),
  checkoutSuccess: notTheirs(({ checkout }) => ({ query: { session_id: checkout } })),
  cancelSubscription: notTheirs(({ subscription }) => ({ body: { subscription_id: subscription } })),
  subscriptionDetails: signedIn(200)(),
  resumeSubscription: notTheirs(({ subscription }) => ({ body: { subscription_id: subscription } })),
  previewPlanChange: notTheirs(({ subscription }) => ({ body: { subscription_id: subscription, plan_id: 2 } })),
  changePlan: notTheirs(({ subscription }) => ({ body: { subscription_id: subscription, plan_id: 2 } })),
  dropScheduledChange: notTheirs(({ subscription }) => ({ body: { subscription_id: subscription } })),
  openBillingPortal: notTheirs(),
  listInvoices: signedIn(200)(),
  getSandboxCheckout: notTheirs(({ checkout }) => ({ params: { session: checkout } })),
  answerSandboxCheckout: notTheirs(({ checkout }) => ({ params: { session: checkout }, body: { outcome: 'pay' } })),
  paySandboxInvoices: notTheirs(),

  getPaymentAccount: admins(200, 'nobody')(),
  listAllPlans: admins(200, 'nobody')(),
  createPlan: admins(201, 'nobody')(() => ({ body: plan })),
  updatePlan: admins(200, 'nobody')((foreign) => ({ params: { id: foreign.plan }, body: plan })),
  deletePlan: admins(200, 'nobody')((foreign) => ({ params: { id: foreign.plan } })),
  /** After the plan was archived by the call above. */
  restorePlan: admins(200, 'nobody')(({ plan: planId }) => ({ params: { id: planId } })),
  grantSubscription: admins(201)(({ victim }) => ({ body: { user_id: victim, plan_id: 2 } })),
  listUsers: admins(200)(),
  listUserSummaries: providers(200)(),
  getAgreement: everybody(200)(),
  listJudgeRuns: admins(200)(),
  startJudgeRun: admins(400)(() => ({ body: { id: randomUUID(), model: null, rubric_version: 'none' } })),
  stopJudgeRun: admins(404)(() => ({ params: { id: randomUUID() } })),
  compareJudgeRun: admins(404)(() => ({ params: { id: randomUUID() } })),
  listAudit: admins(200)(),
  checkAudit: admins(200)(),
  exportAudit: admins(200)(),
  listAllModels: admins(200, 'nobody')(),
  switchModel: admins(404, 'nobody')(() => ({ body: { id: 'nobody knows it', is_enabled: false } })),
  listValidators: admins(200)(),
  acceptValidator: admins(404)(() => ({ params: { id: 999_999_999 } })),
  endValidator: admins(404)(() => ({ params: { id: 999_999_999 } })),
  createUser: admins(201)(() => ({ body: { email: someone(), password: PASSWORD } })),
  getUser: providers(200)(({ owner }) => ({ params: { id: owner.id } })),
  updateUser: admins(200)(({ victim }) => ({ params: { id: victim }, body: { is_vip: true } })),
  suspendUser: admins(404)(() => ({ params: { id: 999_999_999 }, body: { reason: 'Spam' } })),
  liftSuspension: admins(404)(() => ({ params: { id: 999_999_999 } })),
  forceNewPassword: admins(404)(() => ({ params: { id: 999_999_999 } })),
  getUserUsage: admins(200)(({ owner }) => ({ params: { id: owner.id } })),
  listUserSessions: admins(200)(({ owner }) => ({ params: { id: owner.id } })),
  endUserSession: admins(404)(({ owner }) => ({ params: { id: owner.id, session: randomUUID() } })),
  getFigures: admins(200)(),
  listClientErrors: admins(200)(),
  exportUsers: admins(200)(),
  exportSubscriptions: admins(200)(),
  exportNewsletterRecipients: admins(200)(),
  listAllSubscriptions: admins(200)(),
  getRevenue: admins(200)(),
  readTimeline: admins(200)(({ owner }) => ({ params: { id: owner.id } })),
  cancelAnySubscription: admins(404)(() => ({ params: { id: 999_999_999 }, body: { when: 'now' } })),
  extendSubscription: admins(409)(({ subscription }) => ({
    params: { id: subscription },
    body: { current_period_end: '2030-01-01T00:00:00.000Z' },
  })),
  changeGrant: admins(409)(({ subscription }) => ({
    params: { id: subscription },
    body: { current_period_end: '2050-01-01T00:00:00.000Z' },
  })),
  listPromotionCodes: admins(200, 'nobody')(),
  createPromotionCode: admins(
    201,
    'nobody',
  )(() => ({
    body: { code: `C${randomUUID()}`, kind: 'discount', percent_off: 20 },
  })),
  endPromotionCode: admins(404, 'nobody')(() => ({ params: { id: 999_999_999 } })),
  refundInvoice: admins(404)(() => ({
    params: { id: 999_999_999 },
    body: { request_id: randomUUID(), amount: '1.00', reason: 'none' },
  })),
  listReports: admins(200)(),
  countRatings: admins(200)(),
  getReport: admins(200)(({ report }) => ({ params: { id: report } })),
  updateReport: admins(200)(({ report }) => ({ params: { id: report }, body: { state: 'open' } })),
  listLegalTexts: admins(200, 'nobody')(),
  saveLegalText: admins(
    409,
    'nobody',
  )(() => ({ params: { document: 'terms' }, body: { revision: 7, texts: { en: '', es: '' } } })),
  publishLegalText: admins(
    409,
    'nobody',
  )(() => ({ params: { document: 'terms' }, body: { revision: 7, asks_consent: true } })),
  /** No mail server is configured here. */
  listIssues: admins(200, 'nobody')(),
  createIssue: admins(201, 'nobody')(),
  getIssue: admins(404, 'nobody')(() => noIssue),
  saveIssue: admins(
    404,
    'nobody',
  )(() => ({
    ...noIssue,
    body: { revision: 1, send_other_language: false, versions: { en: null, es: null } },
  })),
  deleteIssue: admins(404, 'nobody')(() => noIssue),
  testIssue: admins(409, 'nobody')(() => ({ ...noIssue, body: { language: 'en' } })),
  scheduleIssue: admins(409)(() => ({ ...noIssue, body: { revision: 1, at: null } })),
  pauseIssue: admins(404, 'nobody')(() => noIssue),
  resumeIssue: admins(404, 'nobody')(() => noIssue),
  stopIssue: admins(404, 'nobody')(() => noIssue),
  listDeliveries: admins(404)(() => ({ ...noIssue, query: { status: 'in_doubt' } })),
  resendDelivery: admins(404)(() => ({ ...noIssue, body: { delivery_id: 1 } })),
  addIssueImage: admins(400, 'nobody')(() => ({ ...noIssue, body: new Blob(['no picture']) })),
  getIssueImage: everybody(404)(() => ({ params: { name: 'A'.repeat(22) } })),
  previewIssue: everybody(404, 'anybody')(() => ({ params: { token: 'x' }, query: { language: 'en', as: 'mail' } })),
  replyToReport: admins(409)(({ report }) => ({ params: { id: report }, body: { text: 'Thanks', replied_at: null } })),
  removeUserFactor: admins(404)(({ victim }) => ({ params: { id: victim } })),
  deleteUser: admins(204)(({ victim }) => ({ params: { id: victim } })),

  listChats: signedIn(200)(),
  /** The same id in another account is another chat. */
  createChat: signedIn(201)(({ chat: chatId }) => ({ body: { id: chatId } })),
  getChat: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  updateChat: notTheirs(({ chat: chatId }) => ({
    params: { id: chatId },
    body: { title: 'Mine now', is_saved: true },
  })),
  deleteChat: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  restoreChat: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  emptyDeleted: signedIn(200)(() => ({ query: { age: '0' } })),
  clearHistory: signedIn(200)(() => ({ query: { include_saved: 'true' } })),
  getMessages: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  sendMessage: notTheirs(({ chat: chatId }) => ({ body: { id: randomUUID(), chat: chatId, content: 'Let me in' } })),
  createFile: signedIn(202)(({ file }) => ({
    body: { id: file, sha256: '0'.repeat(64), size: 1, name: 'a.txt', media_type: 'text/plain' },
  })),
  uploadChunk: notTheirs(({ file }) => ({ params: { id: file }, query: { offset: '0' }, body: new Blob(['a']) })),
  getFile: notTheirs(({ file }) => ({ params: { id: file } })),
  getFileThumbnail: notTheirs(({ file }) => ({ params: { id: file } })),
  /** The same ids in another account are other chats. */
  checkImport: signedIn(200)(({ chat: chatId, message }) => ({ body: { chats: [{ id: chatId, newest: message }] } })),
  importChats: signedIn(200)(({ chat: chatId, message }) => ({
    body: {
      source: 'companion',
      chats: [
        {
          ...{ id: chatId, title: 'Mine now', created_at: '2024-03-05T10:00:00.000Z' },
          messages: [{ id: message, role: 'user', content: 'Mine', created_at: '2024-03-05T10:00:00.000Z' }],
        },
      ],
    },
  })),
  transcribe: signedIn(404)(() => ({ body: new Blob(['a']) })),
  speak: signedIn(404)(() => ({ body: { text: 'Hello' } })),
  listSharedChats: signedIn(200)(),
  getShare: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  shareChat: notTheirs(({ chat: chatId }) => ({
    params: { id: chatId },
    body: { expires_in_days: 7, with_author: true, with_scores: true },
  })),
  endShare: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  listOffers: signedIn(200)(),
  offerExchange: notTheirs(({ answer }) => ({
    params: { id: answer },
    body: { question: 'Mine now', answer: 'Mine now', language: 'en' },
  })),
  /** Without an offer of one's own nothing changes. */
  withdrawOffer: signedIn(204)(({ answer }) => ({ params: { id: answer } })),
  /** None of the roles here is that of a validator. */
  listExchangesToRate: signedIn(403)(),
  rateExchange: signedIn(403)(() => ({
    body: { id: randomUUID(), exchange: randomUUID(), kind: 'skip', scores: null, reason: '', quote: '' },
  })),
  reassess: notTheirs(({ answer }) => ({ body: { id: randomUUID(), message: answer } })),
  streamAnswer: notTheirs(({ chat: chatId, answer }) => ({ params: { id: chatId }, query: { message: answer } })),
  deleteMessage: notTheirs(({ chat: chatId, answer }) => ({ params: { id: chatId, message: answer } })),
  answerTemporarily: signedIn(200)(() => ({ body: { question: 'Let me in', earlier: [] } })),
  stopAnswer: notTheirs(({ chat: chatId, answer }) => ({ params: { id: chatId }, body: { message: answer } })),
  giveFeedback: notTheirs(({ answer }) => ({ params: { id: answer }, body: { rating: 'helpful' } })),
  getSummary: notTheirs(({ chat: chatId, answer }) => ({ params: { id: chatId, message: answer } })),
  getReasoning: notTheirs(({ answer }) => ({ params: { id: answer } })),
  listScores: notTheirs(({ chat: chatId }) => ({ params: { id: chatId } })),
  scoreMessage: notTheirs(({ chat: chatId, answer }) => ({ params: { id: chatId }, body: { message: answer } })),

  listFolders: signedIn(200)(),
  createFolder: signedIn(201)(({ folder }) => ({ body: { id: folder, name: 'Mine' } })),
  updateFolder: notTheirs(({ folder }) => ({ params: { id: folder }, body: { name: 'Mine now' } })),
  deleteFolder: notTheirs(({ folder }) => ({ params: { id: folder } })),
  listTags: signedIn(200)(),
  createTag: signedIn(201)(({ tag }) => ({ body: { id: tag, name: 'Mine' } })),
  updateTag: notTheirs(({ tag }) => ({ params: { id: tag }, body: { name: 'Mine now' } })),
  deleteTag: notTheirs(({ tag }) => ({ params: { id: tag } })),

  listModels: line('nobody', [401, 200, 200, 200])(),
  search: signedIn(200)(() => ({ query: { q: OWNER_WORD } })),
  getChatProfile: signedIn(200)(),
  updateChatProfile: signedIn(200)(() => ({ body: { about: 'Me' } })),
  getUsageLimits: signedIn(200)(),
  signUpValidator: signedIn(201)(() => ({ body: { name: 'Ada', email: someone() } })),
  subscribeToPush: signedIn(201)(() => ({ body: pushReceiver() })),
  unsubscribeFromPush: signedIn(204)(({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint } })),
  markAnswerSeen: signedIn(204)(({ answer }) => ({ body: { message: answer } })),
}
