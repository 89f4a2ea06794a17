import { join } from 'node:path'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { API_BASE } from '#contract/endpoint.ts'
import { errorStatus } from '#contract/errors.ts'
import { GOOGLE_REDIRECT_PATH } from '#contract/google-redirect.ts'
import { projectRoot } from './config/project-root.ts'
import { isBusy } from './db/errors/is-busy.ts'
import { isStorageFull } from './db/errors/is-storage-full.ts'
import type { Dependencies } from './dependencies.ts'
import { createApi } from './http/api/api.ts'
import type { CallServices } from './http/api/handle-request.ts'
import { createLifecycle } from './http/drain-signal.ts'
import type { HttpEnv } from './http/env.ts'
import { collectProcessMetrics, metricsPage, requestDurations } from './http/metrics.ts'
import { observe } from './http/middleware/observe.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { warnOfProxy } from './http/middleware/warn-of-proxy.ts'
import { openApi } from './http/openapi/openapi.ts'
import { createReadiness, healthy } from './http/probes.ts'
import { errorResponse } from './http/response/error-response.ts'
import { serveStatic } from './http/static/serve-static.ts'
import { redirectShared, SHARE_TARGET } from './http/static/share-target.ts'
import { createStaticFiles } from './http/static/static-files.ts'
import { workerOff } from './http/static/worker-off.ts'
import { addressKey, clientAddress } from './lib/client-address.ts'
import { deriveKey } from './lib/derive-key.ts'
import { AppError, appError, FieldProblem } from './lib/errors.ts'
import { createOpenCalls } from './limits/open-calls.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { type OpenCallLimits, openCallLimits } from './limits/rate-limits.ts'
import { googleOff } from './modules/accounts/accounts.errors.ts'
import { createCheckConfirmed } from './modules/accounts/factors/use-cases/check-confirmed.ts'
import { redirectWithCredential } from './modules/accounts/identity/google-redirect.http.ts'
import { PHOTOS_PATH } from './modules/accounts/photo/photo-path.ts'
import { servePhoto } from './modules/accounts/photo.http.ts'
import { createAccessTokens } from './modules/accounts/sessions/access-token.ts'
import { createAuthenticate } from './modules/accounts/sessions/authenticate.ts'
import { recordAudit } from './modules/audit/use-cases/record-audit.ts'
import { legalPages } from './modules/legal/legal-pages.http.ts'
import { newsletterPages } from './modules/newsletter/newsletter-pages.http.ts'
import { serveSharedPage } from './modules/shares/shared-page.http.ts'
import { SHARED_PATH } from './modules/shares/shares.mappers.ts'
import { readSharedChat } from './modules/shares/use-cases/read-shared-chat.ts'
import { createRoutes } from './routes.ts'
import { DISK_FULL, describeStorage } from './storage/describe-storage.ts'

export interface App {
  fetch: Hono<HttpEnv>['fetch']
  /** Makes /readyz answer 503 and closes event streams; requests in progress finish. */
  drain(): void
}

export interface AppOptions {
  /** Checks every handler's result against the contract; for tests. */
  checkResults?: boolean
  /** The folder of the built app. */
  staticFolder?: string
  /** Replaces some of the `openCallLimits`; for tests. */
  openCalls?: Partial<OpenCallLimits>
}

/** The Retry-After, in seconds, of a request for which the database had no free connection. */
const BUSY_SECONDS = 2
/** The Retry-After when the disk is full: an operator has to free space first. */
const DISK_FULL_SECONDS = 30

const builtApp = join(projectRoot, 'dist')

/** The composition root of the HTTP side. Throws when a route lacks a required declaration. */
export function createApp(dependencies: Dependencies, options: AppOptions = {}): App {
  const { checkResults = false, staticFolder = builtApp } = options
  const { config, db, now, log, metrics } = dependencies
  const lifecycle = createLifecycle()
  const ready = createReadiness({ ...dependencies, draining: lifecycle.draining })
  const counterKey = deriveKey(config.tokenSecret, 'counter')
  const openCalls = createOpenCalls({ ...openCallLimits, ...options.openCalls })
  const limiter = createRateLimiter({ db, now, enabled: config.rateLimits, key: counterKey })
  const accessTokens = createAccessTokens({ secret: config.tokenSecret, seconds: config.accessTokenSeconds, now })
  const services: CallServices = {
    authenticate: createAuthenticate({ db, now, accessTokens }),
    limiter,
    checkConfirmed: createCheckConfirmed(dependencies),
    audit: (where, caller, action, entry) => {
      const actor = { id: caller.id, kind: caller.isAdmin ? 'admin' : 'provider' } as const
      return recordAudit(where, { ...entry, actor, action, now: now() })
    },
    log,
    draining: lifecycle.draining,
    trustProxy: config.trustProxy,
    checkResults,
  }

  collectProcessMetrics(metrics)
  const app = new Hono<HttpEnv>()
  const headers = securityHeaders({
    publicUrl: config.publicUrl,
    withGoogle: config.google.clientId !== null,
    errorReports: config.errorReports,
  })
  app.use(observe({ log, durations: requestDurations(metrics), headers }))
  if (config.trustProxy === 0) app.use(warnOfProxy(log))
  app.onError(async (error, context) => {
    if (isStorageFull(error)) {
      log.error({ err: error, request: context.get('requestId'), ...(await describeStorage(config)) }, DISK_FULL)
      return errorResponse(appError('disk_full', { retryAfter: DISK_FULL_SECONDS }), context.get('language'))
    }
    if (isBusy(error)) {
      log.warn({ err: error, request: context.get('requestId') }, 'the database was too busy for a request')
      return errorResponse(appError('overloaded', { retryAfter: BUSY_SECONDS }), context.get('language'))
    }
    if (!(error instanceof AppError || error instanceof FieldProblem))
      log.error({ err: error, request: context.get('requestId') }, 'a request failed')
    // Another service failed (`cause`). The response does not name it, so the operator needs it in the log.
    else if (error instanceof AppError && error.cause !== undefined && errorStatus[error.code] >= 500)
      log.warn({ err: error, request: context.get('requestId') }, 'a request could not be answered')
    return errorResponse(error, context.get('language'))
  })
  app.notFound((context) => errorResponse(appError('not_found'), context.get('language')))

  app.get('/healthz', (context) => {
    context.set('callName', 'health')
    return healthy()
  })
  app.get('/readyz', (context) => {
    context.set('callName', 'health')
    return ready()
  })
  app.get('/metrics', (context) => {
    context.set('callName', 'metrics')
    return metricsPage(context, metrics, config)
  })
  app.route(API_BASE, openApi(config.publicUrl))
  const routes = createRoutes(dependencies, { limiter, accessTokens, openCalls })
  app.route(API_BASE, createApi(routes, services, config.corsOrigins))
  app.all('/api/*', () => {
    throw appError('not_found')
  })
  app.get(`${PHOTOS_PATH}:file`, (context) => {
    context.set('callName', 'photo')
    return servePhoto(db, context.req.param('file'))
  })
  app.all('/media/*', () => {
    throw appError('not_found')
  })
  const senderOf = (context: Context<HttpEnv>) => {
    const forwarded = context.req.header('x-forwarded-for') ?? null
    return addressKey(clientAddress(getConnInfo(context).remote.address, forwarded, config.trustProxy))
  }
  app.get(`${SHARED_PATH}:token`, async (context) => {
    context.set('callName', 'share')
    await limiter.take('public', senderOf(context))
    return serveSharedPage(await readSharedChat(dependencies, context.req.param('token')), context.get('language'))
  })
  app.route('/', newsletterPages(dependencies, { limiter, senderOf }))
  app.route('/', legalPages(dependencies, { limiter, senderOf }))
  app.post(GOOGLE_REDIRECT_PATH, async (context) => {
    context.set('callName', 'google')
    if (config.google.clientId === null) throw googleOff()
    await limiter.take('public', senderOf(context))
    return redirectWithCredential(context.req.raw)
  })
  app.post(SHARE_TARGET, (context) => {
    context.set('callName', 'static')
    return redirectShared(context.req.raw)
  })
  const files = createStaticFiles(staticFolder, {
    PUBLIC_URL: config.publicUrl,
    WITH_GOOGLE: String(config.google.clientId !== null),
  })
  app.get('*', (context) => {
    context.set('callName', 'static')
    if (!config.serviceWorker && context.req.path === '/sw.js') return workerOff()
    return serveStatic(context, files)
  })
  return { fetch: app.fetch, drain: lifecycle.drain }
}
