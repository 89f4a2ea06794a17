import * as calls from '#contract/endpoints/legal.ts'
import { legalDocuments } from '#contract/objects/legal/legal-text.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { giveConsents, readConsents } from '../accounts/consents/consents.ts'
import { publishText } from './use-cases/publish-text.ts'
import { readEntry } from './use-cases/read-entry.ts'
import { saveText } from './use-cases/save-text.ts'

/** Terms, privacy policy and imprint for admins, and what users accept. */
export function legalRoutes(deps: Dependencies): Route[] {
  return [
    route(calls.getConsents, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readConsents(deps, caller.id) }),
    }),
    route(calls.giveConsents, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({ status: 200, body: await giveConsents(deps, caller.id, body) }),
    }),
    route(calls.listLegalTexts, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({
        status: 200,
        body: { results: await Promise.all(legalDocuments.map((document) => readEntry(deps, document))) },
      }),
    }),
    route(calls.saveLegalText, {
      owns: 'nobody',
      limit: 'write',
      audit: 'legal.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await saveText(deps, { ...params, ...body }, record),
      }),
    }),
    route(calls.publishLegalText, {
      owns: 'nobody',
      limit: 'write',
      audit: 'legal.published',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await publishText(deps, { ...params, ...body }, record),
      }),
    }),
  ]
}
