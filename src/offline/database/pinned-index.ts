import type { DBCore, Middleware } from 'dexie'

/**
 * Adds `pinned: 1` to the stored rows of pinned chats, for the index: IndexedDB has no boolean keys, and rows without
 * the field are not in the index, so rows of earlier builds need no change.
 */
export const pinnedIndex: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'pinned-index',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name)
      if (name !== 'chats') return table
      return {
        ...table,
        mutate: (request) =>
          table.mutate('values' in request ? { ...request, values: request.values.map(indexed) } : request),
      }
    },
  }),
}

function indexed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('is_pinned' in value)) return value
  const { pinned: _, ...row } = value as Record<string, unknown>
  return row.is_pinned === true ? { ...row, pinned: 1 } : row
}
