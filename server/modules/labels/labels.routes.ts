import * as calls from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { type LabelKind, tableOf } from './label-kind.ts'
import { createLabel } from './use-cases/create-label.ts'
import { deleteLabel } from './use-cases/delete-label.ts'
import { listLabels } from './use-cases/list-labels.ts'
import { updateLabel } from './use-cases/update-label.ts'

/** Folders and tags, which have the same calls. */
export function labelRoutes(dependencies: Dependencies): Route[] {
  const { listFolders, createFolder, updateFolder, deleteFolder } = calls
  const { listTags, createTag, updateTag, deleteTag } = calls
  return [
    ...routesOf(dependencies, 'folder', {
      list: listFolders,
      create: createFolder,
      update: updateFolder,
      remove: deleteFolder,
    }),
    ...routesOf(dependencies, 'tag', { list: listTags, create: createTag, update: updateTag, remove: deleteTag }),
  ]
}

interface LabelCalls {
  list: typeof calls.listFolders | typeof calls.listTags
  create: typeof calls.createFolder | typeof calls.createTag
  update: typeof calls.updateFolder | typeof calls.updateTag
  remove: typeof calls.deleteFolder | typeof calls.deleteTag
}

function routesOf(dependencies: Dependencies, kind: LabelKind, { list, create, update, remove }: LabelCalls): Route[] {
  const table = tableOf[kind]
  return [
    route(list, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({
        status: 200,
        body: { results: await listLabels(dependencies, table, caller.id) },
      }),
    }),
    route(create, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => {
        const { label, created } = await createLabel(dependencies, kind, caller.id, body)
        return { status: created ? 201 : 200, body: label }
      },
    }),
    route(update, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await updateLabel(dependencies, table, caller.id, params.id, body),
      }),
    }),
    route(remove, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => {
        await deleteLabel(dependencies, kind, caller.id, params.id)
        return { status: 204 }
      },
    }),
  ]
}
