import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie'

/** Maps the TypeScript names of an object's fields to their names in the database. */
interface Names {
  fields: readonly (readonly [field: string, stored: string])[]
  /** The names within nested objects, or lists of objects, by field. */
  nested?: readonly (readonly [field: string, names: () => Names])[]
}

const owned: Names = { fields: [['userId', 'account']] }
const named = (field: string): Names => ({ fields: [...owned.fields, [field, 'chat']] })
const drafts = named('draftKey')
const conflicts = named('targetId')
const outbox: Names = { ...named('queueKey'), nested: [['bin', () => bin]] }
const bin: Names = {
  fields: [],
  nested: [
    ['row', () => owned],
    ['entries', () => outbox],
    ['drafts', () => drafts],
    ['conflicts', () => conflicts],
  ],
}

/** By table. Fields that are not listed have the same name in TypeScript and in the database. */
const tables: Readonly<Record<string, Names>> = {
  chats: owned,
  deletedChats: { ...owned, nested: [['bin', () => bin]] },
  messages: owned,
  folders: owned,
  tags: owned,
  drafts,
  outbox,
  sync: owned,
  conflicts,
  profiles: owned,
  files: owned,
  fileBytes: owned,
  // The setting `mail_language` is a list of users' choices.
  device: { fields: [], nested: [['value', () => owned]] },
}

/**
 * Renames the fields of rows between the code and the database, which keeps the names of the first build: data, indexes
 * and tabs with an older build need no migration. It lies above all of Dexie's own layers, so each row is renamed once;
 * the layers below and the indexes use the stored names.
 */
export const storedNames: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'stored-names',
  create: (core) => ({
    ...core,
    table(name) {
      const [table, names] = [core.table(name), tables[name]]
      return names ? withNames(table, names) : table
    },
  }),
}

/** Converts a row to its stored form, for code that writes to the database without Dexie. */
export function toStored(table: string, row: object): unknown {
  const names = tables[table]
  return names ? rename(row, names, toStoredName) : row
}

function withNames(table: DBCoreTable, names: Names): DBCoreTable {
  const read = (row: unknown) => rename(row, names, fromStoredName)
  const write = (row: unknown) => rename(row, names, toStoredName)
  const { primaryKey } = table.schema
  const { extractKey } = primaryKey
  return {
    ...table,
    // After `modify`, Dexie extracts the key of the row to check that it is unchanged.
    schema: {
      ...table.schema,
      primaryKey: { ...primaryKey, extractKey: extractKey && ((row) => extractKey(write(row))) },
    },
    mutate: (request) =>
      table.mutate('values' in request ? { ...request, values: request.values.map(write) } : request),
    get: (request) => table.get(request).then(read),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(read)),
    query: (request) =>
      table.query(request).then((found) => (request.values ? { ...found, result: found.result.map(read) } : found)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => cursor && (request.values ? withRead(cursor, read) : cursor)),
  }
}

/** The getters of a native cursor throw on any other receiver, so each is forwarded. A row is renamed once per step. */
function withRead(cursor: DBCoreCursor, read: (row: unknown) => unknown): DBCoreCursor {
  let stored: unknown
  let row: unknown
  const value = () => {
    if (cursor.value !== stored) {
      stored = cursor.value
      row = read(stored)
    }
    return row
  }
  return Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: value },
  })
}

type Direction = (pair: readonly [field: string, stored: string]) => readonly [from: string, to: string]
const toStoredName: Direction = (pair) => pair
const fromStoredName: Direction = ([field, stored]) => [stored, field]

/** Copies an object, or each object of a list, with renamed fields; other values are returned unchanged. */
function rename(value: unknown, names: Names, direction: Direction): unknown {
  if (Array.isArray(value)) return value.map((each) => rename(each, names, direction))
  if (typeof value !== 'object' || value === null) return value
  let row = value as Readonly<Record<string, unknown>>
  for (const pair of names.fields) {
    const [from, to] = direction(pair)
    if (!(from in row)) continue
    const { [from]: content, ...rest } = row
    row = Object.assign(rest, { [to]: content })
  }
  for (const [field, inside] of names.nested ?? []) {
    if (field in row) row = { ...row, [field]: rename(row[field], inside(), direction) }
  }
  return row
}
