import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { type Access, type Endpoint, isClosedToSuspended } from '#contract/endpoint.ts'
import type { AuditAction, NewAuditEntry, RecordAudit } from '../../lib/audit-actions.ts'
import type { Caller } from '../../lib/caller.ts'
import { addressKey, clientAddress } from '../../lib/client-address.ts'
import { AppError, appError, FieldProblem } from '../../lib/errors.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { limits } from '../../limits/rate-limits.ts'
import type { HttpEnv } from '../env.ts'
import { parseBody, parseParams, parseQuery } from '../request/parse-request.ts'
import { jsonResponse } from '../response/json-response.ts'
import { recordResponse } from '../response/record-response.ts'
import { checkResult } from './check-result.ts'
import type { AnyHandlerResult, ParsedCall, Route } from './route.ts'

/** Services of the application that handling a request needs. */
export interface CallServices {
  /** The user of the bearer token, read from the database. Throws `token_not_valid`. */
  authenticate: (headers: Headers) => Promise<Caller>
  limiter: Pick<RateLimiter, 'take'>
  /** Throws when the caller lacks a second factor or a recent confirmation that the call needs. */
  checkConfirmed: (endpoint: Endpoint, caller: Caller) => Promise<void>
  audit: (db: Parameters<RecordAudit>[0], caller: Caller, action: AuditAction, entry: NewAuditEntry) => Promise<void>
  log: Logger
  draining: AbortSignal
  trustProxy: number
  /** Checks every handler's result against the contract; for tests. */
  checkResults: boolean
}

/**
 * Handles one request, in this order: rate limit by address, caller, role, suspension, rate limit by account,
 * confirmation, input, handler, result.
 */
export async function handleRequest(
  route: Route,
  context: Context<HttpEnv>,
  services: CallServices,
): Promise<Response> {
  const { endpoint } = route
  const { headers, signal } = context.req.raw
  const peer = getConnInfo(context).remote.address
  const address = clientAddress(peer, headers.get('x-forwarded-for'), services.trustProxy)
  const { by } = limits[route.limit]
  if (by === 'address') await services.limiter.take(route.limit, addressKey(address))

  const caller = endpoint.access === 'public' ? undefined : await services.authenticate(headers)
  if (caller !== undefined) {
    context.set('userId', caller.id)
    if (!mayCall(endpoint.access, caller)) throw appError('permission_denied')
    if (caller.isSuspended && isClosedToSuspended(endpoint)) throw appError('suspended')
    if (by === 'account') await services.limiter.take(route.limit, String(caller.id))
    await services.checkConfirmed(endpoint, caller)
  }

  const audit = auditOf(route, caller, services)
  const call: ParsedCall = {
    params: parseParams(endpoint, context.req.param()),
    query: await parseQuery(endpoint, context.req.url),
    body: await parseBody(endpoint, context.req.raw, caller === undefined ? addressKey(address) : `user ${caller.id}`),
    caller,
    record: audit?.record,
    language: context.get('language'),
    headers,
    address,
    signal,
    draining: services.draining,
    // Few calls log anything, and a child logger costs as much as a query.
    get log() {
      return services.log.child({ request: context.get('requestId') })
    },
    context,
  }
  const result = await callHandler(route, call, services)
  if (services.checkResults) {
    checkResult(endpoint, result)
    if (audit?.isMissing()) throw new Error(`${endpoint.method} ${endpoint.path} left nothing in the audit log`)
  }
  return toResponse(context.req.raw, result)
}

async function callHandler(route: Route, call: ParsedCall, { authenticate }: CallServices): Promise<AnyHandlerResult> {
  try {
    return await route.handle(call)
  } catch (error) {
    throw call.caller === undefined ? error : await signedOutMeanwhile(error, () => authenticate(call.headers))
  }
}

/** For a call that declares an audit action: a function that writes the entry, and a check that it was called. */
function auditOf({ audit: action }: Route, caller: Caller | undefined, services: CallServices) {
  if (action === undefined || action === 'nothing' || caller === undefined) return undefined
  let entries = 0
  const record: RecordAudit = async (db, entry) => {
    await services.audit(db, caller, action, entry)
    entries += 1
  }
  return { record, isMissing: () => entries === 0 }
}

function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'admin') return caller.isAdmin
  if (access === 'provider') return caller.isAdmin || caller.isProvider
  return true
}

async function toResponse(request: Request, result: AnyHandlerResult): Promise<Response> {
  if (result instanceof Response) return result
  if (result.body === undefined) return recordResponse(null, result.status, {})
  return jsonResponse(request, result.status, result.body)
}

/**
 * The error to send for a failed call. When the caller's account was deleted during the call, an unexpected error (a
 * missing row, a foreign key violation) is replaced by the error of `authenticate`.
 */
async function signedOutMeanwhile(error: unknown, authenticate: () => Promise<unknown>): Promise<unknown> {
  if (error instanceof AppError || error instanceof FieldProblem) return error
  return authenticate().then(
    () => error,
    (refusal: unknown) => (refusal instanceof AppError ? refusal : error),
  )
}
