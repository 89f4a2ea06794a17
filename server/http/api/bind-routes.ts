import type { Endpoint } from '#contract/endpoint.ts'
import { type CallName, contract } from '#contract/index.ts'
import { auditActions } from '../../lib/audit-actions.ts'
import { type LimitName, limits } from '../../limits/rate-limits.ts'
import type { Route } from './route.ts'

const names = new Map<Endpoint, CallName>(
  Object.entries(contract).map(([name, endpoint]) => [endpoint, name as CallName] as const),
)

/** Every call of the contract, in the contract's order. */
export const calls: readonly { name: CallName; endpoint: Endpoint }[] = [...names].map(([endpoint, name]) => ({
  name,
  endpoint,
}))

/**
 * Maps each route's name to the route. Throws, so that the server does not start, when a route is not in the contract,
 * is bound twice, or does not declare whose rows it touches, who may call it, its rate limit and, for admins and
 * providers, its audit action.
 */
export function bindRoutes(routes: readonly Route[]): Map<CallName, Route> {
  const bound = new Map<CallName, Route>()
  for (const route of routes) {
    const name = names.get(route.endpoint)
    if (name === undefined) throw new Error(`${addressOf(route.endpoint)} is not a call of the contract`)
    if (bound.has(name)) throw new Error(`${name} is bound twice`)
    const problem = problemOf(route)
    if (problem !== undefined) throw new Error(`${name} ${problem}`)
    bound.set(name, route)
  }
  return bound
}

/** Casts may have bypassed the types of the declarations, so they are checked like external input. */
function problemOf({ endpoint, owns, limit, audit, handle }: Partial<Route>): string | undefined {
  const access = endpoint?.access
  if (endpoint === undefined || access === undefined || !['public', 'user', 'admin', 'provider'].includes(access))
    return 'does not say who may call'
  if (owns === undefined || !['nobody', 'self', 'anybody'].includes(owns)) return 'does not say whose rows it touches'
  if (limit === undefined || !Object.hasOwn(limits, limit)) return 'does not name a limit'
  if (typeof handle !== 'function') return 'has no handler'
  if (access === 'public' && owns === 'self') return 'is public, so it cannot own rows of its caller'
  if (access === 'user' && owns === 'anybody') return "lets any signed-in user touch other people's rows"
  return auditProblem(audit, endpoint) ?? limitProblem(limit, access)
}

function auditProblem(audit: Route['audit'], { access, method }: Endpoint): string | undefined {
  if (access === 'public' || access === 'user') return undefined
  if (audit === 'nothing')
    return method === 'GET' ? undefined : 'writes as an admin and leaves nothing in the audit log'
  return audit !== undefined && auditActions.includes(audit)
    ? undefined
    : 'does not say what it leaves in the audit log'
}

function limitProblem(limit: LimitName, access: Endpoint['access']): string | undefined {
  const { by } = limits[limit]
  if (by === 'given') return 'names a limit that only a service can count'
  if (by === 'account' && access === 'public') return 'is public, so it cannot be limited by account'
  return undefined
}

const addressOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
