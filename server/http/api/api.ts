import { type Context, Hono } from 'hono'
import type { CallName } from '#contract/index.ts'
import { appError } from '../../lib/errors.ts'
import type { HttpEnv } from '../env.ts'
import { addHeaders } from '../middleware/add-headers.ts'
import { cors } from '../middleware/cors.ts'
import { headerOf } from '../response/record-response.ts'
import { bindRoutes, calls } from './bind-routes.ts'
import { type CallServices, handleRequest } from './handle-request.ts'
import type { Route } from './route.ts'

type Handler = (context: Context<HttpEnv>) => Promise<Response>

/** Serves `/api/v1`: 501 for calls of the contract without a route, 405 for other methods, 404 for other paths. */
export function createApi(
  routes: readonly Route[],
  services: CallServices,
  corsOrigins: readonly string[],
): Hono<HttpEnv> {
  const bound = bindRoutes(routes)
  const paths = new Map<string, Map<string, Handler>>()
  for (const { name, endpoint } of calls) {
    const methods = paths.get(endpoint.path) ?? new Map<string, Handler>()
    paths.set(endpoint.path, methods.set(endpoint.method, handler(name, bound.get(name), services)))
  }

  const api = new Hono<HttpEnv>()
  api.use(cors(corsOrigins))
  api.use(async (context, next) => {
    await next()
    if (headerOf(context.res, 'Cache-Control') === null) addHeaders(context, { 'Cache-Control': 'no-store' })
  })
  for (const [path, methods] of [...paths].sort(byPrecision)) {
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const handle = methods.get(method)
      if (handle === undefined) throw methodNotAllowed([...methods.keys()])
      const response = await handle(context)
      return context.req.method === 'HEAD' ? withoutBody(response) : response
    })
  }
  return api
}

/** Sorts fixed paths before parameters: `/companion/chat/profile/` is matched before `/companion/chat/{id}/`. */
const byPrecision = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  Number(a.includes('{')) - Number(b.includes('{'))

function handler(name: CallName, route: Route | undefined, services: CallServices): Handler {
  return async (context) => {
    context.set('callName', name)
    if (route === undefined) throw appError('not_implemented')
    return handleRequest(route, context, services)
  }
}

/** Cancels the body of a response to HEAD, which no client reads: an event stream would stay open for ever. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

function methodNotAllowed(methods: string[]) {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return appError('method_not_allowed', { headers: { Allow: [...allowed, 'OPTIONS'].join(', ') } })
}
