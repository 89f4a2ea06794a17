import * as calls from '#contract/endpoints/client-errors.ts'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { readBody } from '../../http/request/read-body.ts'
import { appError } from '../../lib/errors.ts'
import { engineOf } from './browser-engine.ts'
import { readCspViolations } from './csp-violations.ts'
import { countClientError } from './use-cases/count-client-error.ts'
import { listClientErrors } from './use-cases/list-client-errors.ts'

const CSP_BODY_MAX = 32 * 1024
const CSP_BODY_WITHIN_MS = 10_000

/** Error reports of browsers, and their counts for admins. With ERROR_REPORTS=off the first two throw `not_found`. */
export function clientErrorRoutes(dependencies: Dependencies): Route[] {
  const { config } = dependencies
  const count = async (errors: readonly ClientErrorInput[], headers: Headers) => {
    const engine = engineOf(headers.get('user-agent'))
    for (const error of errors) await countClientError(dependencies, { ...error, engine })
    return { status: 204 } as const
  }
  return [
    route(calls.reportClientError, {
      owns: 'nobody',
      limit: 'clientError',
      handle: ({ body, headers }) => {
        if (!config.errorReports) throw appError('not_found')
        return count([body], headers)
      },
    }),
    route(calls.reportCspViolation, {
      owns: 'nobody',
      limit: 'clientError',
      handle: async ({ context, headers }) => {
        if (!config.errorReports) throw appError('not_found')
        const bytes = await readBody(context.req.raw, CSP_BODY_MAX, CSP_BODY_WITHIN_MS)
        return count(parseViolations(bytes), headers)
      },
    }),
    route(calls.listClientErrors, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({
        status: 200,
        body: { enabled: config.errorReports, results: await listClientErrors(dependencies) },
      }),
    }),
  ]
}

function parseViolations(bytes: Uint8Array): ClientErrorInput[] {
  try {
    return readCspViolations(bytes)
  } catch (error) {
    throw appError('bad_request', { cause: error })
  }
}
