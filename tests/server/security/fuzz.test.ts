import { randomInt } from 'node:crypto'
import { Registry } from 'prom-client'
import { beforeAll, expect, it } from 'vitest'
import { createIssue } from '#contract/endpoints/newsletter/issues.ts'
import { type App, createApp } from '#server/app.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { pushReceiver } from '#support/fakes/push-keys.ts'
import { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { type Answer, createJudge, type Judge } from '#support/fuzz/check-response.ts'
import { type ApiOperation, readDocument } from '#support/fuzz/openapi-document.ts'
import { acceptedValues, withRefused } from '#support/fuzz/pool.ts'
import { type FuzzRequest, makeRequest } from '#support/fuzz/requests.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'
import { createOwnedResources, type OwnedResources } from '#support/users/owned-resources.ts'

const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 32))
/**
 * On SQLite; PostgreSQL, which differs in the values that its columns accept, gets a tenth. Every run draws a new seed,
 * so each run tries other requests; FUZZ_REQUESTS=20000 tries more at once.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
/** The percentage of requests over a real connection; the others are passed to the app in this process. */
const REAL_PERCENT = 5
const WORKERS = 8
const RENEW_AFTER = 250

/** Each takes tens of milliseconds of hashing or drawing when it gets that far, so they are less frequent. */
const costly = new Set([
  'register',
  'login',
  'changePassword',
  'resetPassword',
  'deleteAccount',
  'confirmSession',
  'uploadPhoto',
  'createUser',
])
/**
 * They need a token, a key, a signature, a picture, an address or a purchase that random values do not contain, or a
 * user without a trial.
 */
const secretive = new Set([
  // Without a speech service they are not found.
  'transcribe',
  'speak',
  // Without a mail server and the sender's postal address too.
  'subscribeToNewsletter',
  'testIssue',
  'scheduleIssue',
  'pauseIssue',
  'resumeIssue',
  'stopIssue',
  'resendDelivery',
  // With the current revision of an issue, a picture, or a secret address.
  'saveIssue',
  'addIssueImage',
  // With the current revision of a text.
  'saveLegalText',
  'publishLegalText',
  'getIssueImage',
  'previewIssue',
  // Only of a volunteer that no request has deleted meanwhile.
  'acceptValidator',
  'endValidator',
  // Only for validators whom an admin has accepted, and with rated exchanges.
  'listExchangesToRate',
  'rateExchange',
  'getReportedExchange',
  'dismissExchangeReports',
  'withdrawReportedExchange',
  'startJudgeRun',
  'stopJudgeRun',
  'compareJudgeRun',
  'register',
  'registerWithGoogle',
  'refreshToken',
  'previewVerification',
  'verifyEmail',
  // Only with another address than one's own.
  'requestEmailChange',
  'previewEmailChange',
  'confirmEmailChange',
  'undoEmailChange',
  'resetPassword',
  'validateSso',
  // Only with the user's password, or a second factor and its codes.
  'confirmSession',
  'enterSecondFactor',
  'confirmTotp',
  'renewRecoveryCodes',
  // Only where browsers offer passkeys, with the signature of one.
  'requestSignInPasskey',
  'signInWithPasskey',
  'requestPasskey',
  'beginPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'removeUserFactor',
  'unsubscribe',
  'uploadPhoto',
  // A body whose form the document does not describe.
  'reportCspViolation',
  // An admin's call on another user's session, and forms with ten required fields.
  'endUserSession',
  'createPlan',
  'updatePlan',
  'createUser',
  'updateUser',
  'checkout',
  // Only with a code.
  'checkPromotionCode',
  'endPromotionCode',
  // Only of pictures.
  'getFileThumbnail',
  // Only of what was bought.
  'previewPlanChange',
  'changePlan',
  'openBillingPortal',
  'refundInvoice',
  // Only of a model of the settings: its id is no other field's.
  'switchModel',
  // Only where a mail server is configured.
  'replyToReport',
  'forceNewPassword',
  // Only of an archived plan, of a grant, and with the end that the list tells.
  'restorePlan',
  'changeGrant',
  'extendSubscription',
  'paymentWebhook',
  'getSandboxCheckout',
  'answerSandboxCheckout',
  'paySandboxInvoices',
  'getSandboxPortal',
  'changeSandboxPortal',
  'paySandboxNext',
])
/** Attempts without faults of a call that has not succeeded; of 32 seeds on both engines, none needed more than 27. */
const MORE = 500
/** The number of such attempts after which the users and their resources are new. */
const RENEW_ATTEMPTS_AFTER = 10
const COSTLY_WEIGHT = 0.15

describeServerOnEachEngine(
  'a random request to the API',
  (server, engine) => {
    let app: App
    let operations: ApiOperation[]
    let judge: Judge
    let resources: OwnedResources[]
    /** Users whom admins may change and delete while the others continue. */
    let strangers: number[]
    let admin: InsertedUser
    /** A draft of the newsletter, which random requests may delete. */
    let issueId: number
    const receiver = pushReceiver()
    const tokens: string[] = []
    const random = new SeededRandom(seed)
    const seen = new Map<string, Map<number, number>>()
    /** The problems by kind and call, with the first example of each. */
    const wrong = new Map<string, string>()

    beforeAll(async () => {
      const { dependencies } = server()
      app = createApp({ ...dependencies, metrics: new Registry() }, { checkResults: true })
      const document = readDocument((await server().send('/api/v1/openapi.json')).body)
      operations = document.operations
      judge = createJudge(document.components)
      await renew()
    })

    /** New users with new resources: earlier requests have deleted some of them, and the others grow. */
    async function renew() {
      const insert = (role: { isAdmin?: boolean; isProvider?: boolean }) =>
        insertSignedInUser(server().dependencies, role)
      resources = await Promise.all([createOwnedResources(server()), createOwnedResources(server())])
      admin = await insert({ isAdmin: true })
      const others = [admin, await insert({ isProvider: true }), await insert({})]
      issueId = (await server().call(createIssue, { token: admin.token })).id
      strangers = (await Promise.all([insert({}), insert({})])).map(({ id }) => id)
      tokens.splice(0, tokens.length, ...[...resources.map(({ owner }) => owner), ...others].map(({ token }) => token))
    }

    const poolOf = (owners: readonly OwnedResources[]) => acceptedValues(owners, strangers, issueId, receiver)

    /** The peer address comes from the connection, which does not exist here. */
    const peer = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } }

    async function send({ method, path, headers, body }: FuzzRequest, real: boolean): Promise<Answer> {
      const init: RequestInit = {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(15_000),
      }
      const request = new Request(`${server().address}/api/v1${path}`, init)
      const response = real ? await fetch(request) : await app.fetch(request, peer as never)
      const text = await response.text()
      return { status: response.status, type: response.headers.get('content-type') ?? '', text }
    }

    const count = engine === 'sqlite' ? REQUESTS : Math.ceil(REQUESTS / 10)

    it(`causes no server error and gets a response of the OpenAPI document (seed ${seed})`, {
      timeout: 300_000,
    }, async () => {
      const started = performance.now()
      let left = Math.max(count, operations.length)
      const waiting = [...operations]
      const work = async () => {
        while (left > 0 && wrong.size < 10) {
          left -= 1
          // First each once, so that none is left out by chance.
          const first = waiting.pop()
          const operation = first ?? random.one(operations)
          if (first === undefined && costly.has(operation.operationId) && random.next() > COSTLY_WEIGHT) {
            left += 1
            continue
          }
          if (left % RENEW_AFTER === 0) await renew()
          await tryOne(operation)
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, work))
      const seconds = (performance.now() - started) / 1000
      console.info(`fuzz: ${count} requests on ${engine} in ${seconds.toFixed(1)} s, FUZZ_SEED=${seed}`)
      expect([...wrong.values()], `repeat with FUZZ_SEED=${seed}`).toEqual([])
    })

    async function tryOne(operation: ApiOperation): Promise<void> {
      // Half of the time a user with resources; sometimes a visitor.
      const who = random.next() < 0.5 ? random.between(0, 1) : random.between(-1, 4)
      const draw = { random, pool: withRefused(poolOf(resources)), faults: true }
      const request = makeRequest(operation, draw, tokens[who] ?? null)
      record(request, await send(request, random.between(0, 99) < REAL_PERCENT))
    }

    /** With the token of the owner of everything in the request, or of an admin. */
    async function tryWithoutFaults(operation: ApiOperation): Promise<void> {
      const owned = resources.slice(0, 1)
      const caller = operation['x-role'] === undefined ? owned[0]?.owner : admin
      const request = makeRequest(operation, { random, pool: poolOf(owned), faults: false }, caller?.token ?? null)
      record(request, await send(request, false))
    }

    function record(request: FuzzRequest, answer: Answer): void {
      const { operationId } = request.operation
      const statuses = seen.get(operationId) ?? new Map<number, number>()
      seen.set(operationId, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1))
      const problem = judge(request, answer)
      if (problem === undefined) return
      const body = request.body instanceof FormData ? 'a form' : (request.body ?? '').slice(0, 600)
      const [asked, got] = [
        `${request.method} ${request.path.slice(0, 300)}`,
        `${answer.status} ${answer.text.slice(0, 300)}`,
      ]
      wrong.set(
        `${operationId} ${answer.status} ${problem}`,
        [problem, operationId, asked, JSON.stringify(request.headers).slice(0, 300), body, got].join('\n'),
      )
    }

    it('reaches every call, and succeeds wherever no secret is needed', { timeout: 120_000 }, async () => {
      const statuses = (name: string) => [...(seen.get(name)?.keys() ?? [])]
      const names = operations.map(({ operationId }) => operationId)
      expect(names.filter((name) => statuses(name).length === 0)).toEqual([])
      const hasFailed = ({ operationId }: ApiOperation) =>
        !secretive.has(operationId) && !statuses(operationId).some((status) => status < 300)
      // Whether a request with faults succeeds is random, so a call without a success gets requests that have none.
      const failing = operations.filter(hasFailed)
      let most = 0
      await renew()
      for (const operation of failing) {
        let tries = 0
        for (; tries < MORE && hasFailed(operation); tries += 1) {
          // Not before the first: only what another call has deleted, or used up, must be new.
          if (tries % RENEW_ATTEMPTS_AFTER === 1) await renew()
          await tryWithoutFaults(operation)
        }
        most = Math.max(most, tries)
      }
      console.info(`fuzz: ${failing.length} calls on ${engine} had not succeeded, and did within ${most} attempts`)
      const failed = failing.filter(hasFailed).map(({ operationId }) => operationId)
      expect(failed, JSON.stringify(failed.map(statuses))).toEqual([])
      expect([...wrong.values()], `repeat with FUZZ_SEED=${seed}`).toEqual([])
    })
  },
  { assistant: instantAssistant(), env: { LOG_LEVEL: 'warn', SCORING: 'on' } },
)
