import * as calls from '#contract/endpoints/files.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { serveFile } from './files.http.ts'
import { createFile, type UploadResult } from './use-cases/create-file.ts'
import { openFile } from './use-cases/open-file.ts'
import { uploadChunk } from './use-cases/upload-chunk.ts'

export function fileRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.createFile, {
      owns: 'self',
      limit: 'upload',
      handle: async ({ caller, body }) => respond(await createFile(dependencies, caller.id, body)),
    }),
    route(calls.uploadChunk, {
      owns: 'self',
      limit: 'upload',
      handle: async ({ caller, params, query, body }) =>
        respond(await uploadChunk(dependencies, caller.id, { id: params.id, offset: query.offset, chunk: body })),
    }),
    route(calls.getFile, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => serveFile(await openFile(dependencies, caller.id, params.id, 'content')),
    }),
    route(calls.getFileThumbnail, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => serveFile(await openFile(dependencies, caller.id, params.id, 'thumbnail')),
    }),
  ]
}

function respond(result: UploadResult) {
  if ('upload' in result) return { status: 202 as const, body: result.upload }
  return result.isNew ? { status: 201 as const, body: result.file } : { status: 200 as const, body: result.file }
}
