import * as calls from '#contract/endpoints/accounts.ts'
import { type Route, route } from '../../http/api/route.ts'
import { textDownload } from '../../http/response/text-download.ts'
import { isoTime } from '../../lib/time.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import type { DeletionDeps } from './deletion/delete-user-data.ts'
import { exportAccount } from './export/export-account.ts'
import type { GoogleDeps } from './identity/google-credential.ts'
import { deletePhoto, uploadPhoto } from './photo/change-photo.ts'

/** A user's photo, the export of their data, and the deletion of their account. */
export function ownDataRoutes(deps: AccountDeps & DeletionDeps & GoogleDeps): Route[] {
  return [
    route(calls.uploadPhoto, {
      owns: 'self',
      limit: 'photo',
      handle: async ({ caller, body }) => ({ status: 200, body: await uploadPhoto(deps, caller.id, body.photo) }),
    }),
    route(calls.deletePhoto, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => ({ status: 200, body: await deletePhoto(deps, caller.id) }),
    }),
    route(calls.exportAccount, {
      owns: 'self',
      limit: 'export',
      handle: ({ caller, log }) => {
        const name = `companion-export-${isoTime(deps.now()).slice(0, 10)}.json`
        return textDownload(exportAccount(deps, caller.id), { name, type: 'application/json', log })
      },
    }),
    route(calls.deleteAccount, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller, body }) => {
        await deleteAccount(deps, caller, body)
        return { status: 204 }
      },
    }),
  ]
}
