import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/endpoints/accounts.ts'
import type { CallName } from '#contract/index.ts'
import { calls } from '#server/http/api/bind-routes.ts'
import { objectOf } from '#server/http/openapi/document.ts'
import { jsonSchema } from '#server/http/openapi/json-schema.ts'
import { issueOneTimeToken } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { comparable } from '#support/api/comparable.ts'
import { undeclaredFields } from '#support/api/undeclared-fields.ts'
import { rowsOfUser } from '#support/database/user-rows.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { pushReceiver } from '#support/fakes/push-keys.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { PASSWORD } from '#support/users/inserted-user.ts'
import { createOwnedResources, type OwnedResources } from '#support/users/owned-resources.ts'
import { sampleAnswer, samplePasskey } from '#support/users/passkey.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

const Made = v.object({ user: v.object({ id: v.number() }) })
type Write = (typeof calls)[number]

interface Self extends OwnedResources {
  /** A refresh token and one-time tokens of the user. */
  refresh: string
  verify: string
  reset: string
  sso: string
}
interface Input {
  params?: Record<string, string>
  body: Record<string, unknown>
}

/** A valid request for each call that takes a body, in an order in which the last ones end the session. */
const requests: Partial<Record<CallName, (self: Self) => Input | Promise<Input>>> = {
  subscribeToNewsletter: () => ({ body: { email: 'somebody@example.org', language: 'en' } as const }),
  checkEmail: () => ({ body: { email: 'somebody@example.org' } }),
  register: () => ({
    body: { email: `${randomUUID()}@example.org`, password: PASSWORD, first_name: 'Ada', last_name: 'Byron' },
  }),
  registerWithGoogle: async () => ({ body: { ...(await issuer.credential()) } }),
  login: ({ owner }) => ({ body: { email: owner.email, password: PASSWORD } }),
  enterSecondFactor: () => ({ body: { challenge: 'x', one_time_code: '000000' } }),
  confirmSession: () => ({ body: { password: PASSWORD } }),
  confirmTotp: () => ({ body: { one_time_code: '000000' } }),
  requestSignInPasskey: () => ({ body: {} }),
  signInWithPasskey: () => ({ body: { passkey: sampleAnswer } }),
  addPasskey: () => ({ body: { passkey: samplePasskey } }),
  renamePasskey: () => ({ params: { id: randomUUID() }, body: { name: 'Mine' } }),
  forgotPassword: () => ({ body: { email: `${randomUUID()}@example.org` } }),
  previewVerification: ({ verify }) => ({ body: { token: verify } }),
  verifyEmail: ({ verify }) => ({ body: { token: verify } }),
  requestEmailChange: () => ({ body: { email: 'another@example.org' } }),
  previewEmailChange: () => ({ body: { token: 'x' } }),
  confirmEmailChange: () => ({ body: { token: 'x' } }),
  undoEmailChange: () => ({ body: { token: 'x' } }),
  validateSso: ({ sso }) => ({ body: { token: sso } }),
  updateProfile: () => ({ body: { first_name: 'Grace', username: `g-${randomUUID()}` } }),
  createSsoToken: () => ({ body: { audience: 'companion_app' } }),
  giveConsents: () => ({ body: { terms: 1 } }),
  checkout: () => ({ body: { plan_id: 1 } }),
  checkPromotionCode: () => ({ body: { plan_id: 2, code: 'NO-SUCH-CODE' } }),
  cancelSubscription: ({ subscriptionId }) => ({ body: { subscription_id: subscriptionId } }),
  resumeSubscription: ({ subscriptionId }) => ({ body: { subscription_id: subscriptionId } }),
  changeSandboxPortal: () => ({ body: { card_works: true, tax_ids: ['ESB12345678'] } }),
  paySandboxNext: () => ({ body: { next_payment_at: '2030-01-01T00:00:00.000Z' } }),
  previewPlanChange: ({ subscriptionId }) => ({ body: { subscription_id: subscriptionId, plan_id: 2 } }),
  changePlan: ({ subscriptionId }) => ({ body: { subscription_id: subscriptionId, plan_id: 2 } }),
  dropScheduledChange: ({ subscriptionId }) => ({ body: { subscription_id: subscriptionId } }),
  createChat: () => ({ body: { id: randomUUID(), title: 'A chat' } }),
  updateChat: ({ chatId }) => ({ params: { id: chatId }, body: { title: 'Another name' } }),
  sendMessage: ({ chatId }) => ({ body: { id: randomUUID(), chat: chatId, content: 'How are you?' } }),
  reassess: ({ answerId }) => ({ body: { id: randomUUID(), message: answerId } }),
  answerTemporarily: () => ({ body: { question: 'How are you?', earlier: [] } }),
  stopAnswer: ({ chatId, answerId }) => ({ params: { id: chatId }, body: { message: answerId } }),
  giveFeedback: ({ answerId }) => ({ params: { id: answerId }, body: { rating: 'helpful' } }),
  createFile: () => ({
    body: { id: randomUUID(), sha256: '0'.repeat(64), size: 9, name: 'a.txt', media_type: 'text/plain' },
  }),
  offerExchange: ({ answerId }) => ({
    params: { id: answerId },
    body: { question: 'When?', answer: 'In May', language: 'en' } as const,
  }),
  shareChat: ({ chatId }) => ({
    params: { id: chatId },
    body: { expires_in_days: 30, with_author: false, with_scores: true } as const,
  }),
  checkImport: ({ chatId }) => ({ body: { chats: [{ id: chatId, newest: randomUUID() }] } }),
  importChats: () => ({
    body: {
      source: 'claude',
      chats: [
        {
          ...{ id: randomUUID(), title: 'Herons', created_at: '2024-03-05T10:00:00.000Z' },
          messages: [
            { id: randomUUID(), role: 'user', content: 'What is it?', created_at: '2024-03-05T10:00:00.000Z' },
          ],
        },
      ],
    },
  }),
  createFolder: () => ({ body: { id: randomUUID(), name: 'A folder' } }),
  updateFolder: ({ folderId }) => ({ params: { id: folderId }, body: { name: 'Another folder' } }),
  createTag: () => ({ body: { id: randomUUID(), name: 'A tag' } }),
  updateTag: ({ tagId }) => ({ params: { id: tagId }, body: { name: 'Another tag' } }),
  updateChatProfile: () => ({ body: { about: 'Me', memories_add: [{ id: randomUUID(), text: 'A fact' }] } }),
  reportClientError: () => ({
    body: { source: 'script', code: 'TypeError', build: 'abcd1234', route: '/chat' } as const,
  }),
  rateExchange: () => ({
    body: { id: randomUUID(), exchange: randomUUID(), kind: 'skip', scores: null, reason: '', quote: '' } as const,
  }),
  speak: () => ({ body: { text: 'Hello', language: 'en' } as const }),
  signUpValidator: () => ({ body: { name: 'Ada', email: `${randomUUID()}@example.org` } }),
  subscribeToPush: () => ({ body: { ...pushReceiver() } }),
  unsubscribeFromPush: ({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint } }),
  markAnswerSeen: ({ answerId }) => ({ body: { message: answerId } }),
  refreshToken: ({ refresh }) => ({ body: { refresh } }),
  logout: ({ refresh }) => ({ body: { refresh } }),
  changePassword: () => ({ body: { current_password: PASSWORD, new_password: 'a quiet morning' } }),
  resetPassword: ({ reset }) => ({ body: { token: reset, password: 'a quiet noon' } }),
  deleteAccount: () => ({ body: { password: PASSWORD } }),
}
/** The body is the file: it has no other fields. */
const files: readonly CallName[] = ['uploadPhoto', 'uploadChunk', 'transcribe', 'addIssueImage']
/**
 * Scoring would continue after the responses that are compared here, and admins write about others: scores and admin-*
 * test them.
 */
const elsewhere: readonly CallName[] = [
  'answerSandboxCheckout',
  'createPlan',
  'updatePlan',
  'createUser',
  'updateUser',
  'suspendUser',
  'grantSubscription',
  'switchModel',
  'startJudgeRun',
  'cancelAnySubscription',
  'extendSubscription',
  'changeGrant',
  'createPromotionCode',
  'refundInvoice',
  'updateReport',
  'dismissExchangeReports',
  'replyToReport',
  'saveIssue',
  'saveLegalText',
  'publishLegalText',
  'testIssue',
  'scheduleIssue',
  'resendDelivery',
  'scoreMessage',
]
/**
 * Calls with links of a change of address, on a second factor, which this user has not, on what was bought, one for
 * validators, and those that need a speech service or a newsletter: this test has none.
 */
const refused: readonly CallName[] = [
  'previewEmailChange',
  'confirmEmailChange',
  'undoEmailChange',
  'enterSecondFactor',
  'confirmTotp',
  'requestSignInPasskey',
  'signInWithPasskey',
  'addPasskey',
  'renamePasskey',
  'checkout',
  'rateExchange',
  'speak',
  'subscribeToNewsletter',
  'checkPromotionCode',
  'previewPlanChange',
  'changePlan',
  'changeSandboxPortal',
  'paySandboxNext',
]
const ending: readonly CallName[] = ['changePassword', 'resetPassword', 'deleteAccount']

const writes = calls.filter(({ endpoint }) => endpoint.body !== undefined)

describe('the list of writing calls', () => {
  it('contains every call that accepts a body', () => {
    const listed = [...Object.keys(requests), ...files, ...elsewhere]
    expect(writes.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
  })
})

describeServerOnEachEngine(
  'a request with undeclared fields',
  (server) => {
    let plain: Self
    let smuggler: Self
    let bystander: Self

    async function self(): Promise<Self> {
      const { db, now } = server().dependencies
      const resources = await createOwnedResources(server())
      const { email } = resources.owner
      const { refresh } = await server().call(login, { body: { email, password: PASSWORD } })
      const session = db.selectFrom('sessions').select('id').where('user_id', '=', resources.owner.id)
      const { id: sessionId } = await session.executeTakeFirstOrThrow()
      const token = (purpose: 'verify_email' | 'reset' | 'sso') => {
        const more = purpose === 'sso' ? { audience: 'companion_app', sessionId } : {}
        return issueOneTimeToken(db, { userId: resources.owner.id, purpose, seconds: 60, now: now(), ...more })
      }
      const [verify, reset, sso] = [await token('verify_email'), await token('reset'), await token('sso')]
      return { ...resources, refresh, verify, reset, sso }
    }

    beforeAll(async () => {
      plain = await self()
      smuggler = await self()
      bystander = await self()
    })

    const rows = ({ owner }: Self) => rowsOfUser(server().dependencies.db, owner.id)
    const parsed = (tables: Record<string, string[]>) =>
      Object.entries(tables).map(([table, lines]) => [table, lines.map((line) => JSON.parse(line))])

    /** The state of the user, the state of a user that the call created, and the response. */
    async function state(user: Self, reply: { status: number; body: unknown }) {
      const own = new Map([
        [user.owner.id, 'the person'],
        [user.planId, 'the plan'],
      ])
      const made = v.safeParse(Made, reply.body)
      if (made.success) own.set(made.output.user.id, 'the person')
      const madeRows = made.success ? await rowsOfUser(server().dependencies.db, made.output.user.id) : {}
      return comparable({ rows: parsed(await rows(user)), made: parsed(madeRows), reply }, own)
    }

    async function send({ name, endpoint }: Write, user: Self, more: Record<string, unknown>) {
      const input = await requests[name]?.(user)
      const known = Object.keys(objectOf(jsonSchema(endpoint.body ?? v.object({}), 'input')).properties)
      const added = Object.entries(more).filter(([field]) => !known.includes(field))
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(input?.params?.[field]))
      // Written by hand: JSON.stringify would not write a field of this name.
      const text = JSON.stringify({ ...Object.fromEntries(added), ...input?.body })
      const body =
        added.length === 0 ? text : text.replace('{', '{"__proto__":{"is_admin":true,"email_verified":true},')
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${user.owner.token}` }
      const { status, body: answer } = await server().send(`/api/v1${path}`, { method: endpoint.method, headers, body })
      // The link of a mail is created after the response.
      await server().dependencies.mails.settled()
      return { status, body: answer }
    }

    const ordered = Object.keys(requests).flatMap((name) => writes.filter((write) => write.name === name))
    it.each(ordered)('has the same effect as without them: $name', async (write) => {
      const { name } = write
      const usual = await send(write, plain, {})
      const smuggled = await send(write, smuggler, undeclaredFields(bystander.owner.id))
      const untouched = await rows(bystander)
      expect(await state(smuggler, smuggled)).toEqual(await state(plain, usual))
      expect(await rows(bystander)).toEqual(untouched)
      if (!refused.includes(name)) expect(usual.status, JSON.stringify(usual.body)).toBeLessThan(300)
      expect(Object.hasOwn(Object.prototype, 'is_admin')).toBe(false)
      if (ending.includes(name)) [plain, smuggler] = [await self(), await self()]
    })
  },
  { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url }, assistant: instantAssistant() },
)
