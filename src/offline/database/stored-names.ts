import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie'

/** How the fields of an object are called in TypeScript, each beside the name under which it is stored. */
interface Names {
  fields: readonly (readonly [field: string, stored: string])[]
  /** The names in the objects, or lists of objects, that these fields hold. */
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

/** By table. What is not named here is stored under the name that it has in TypeScript. */
const tables: Readonly<Record<string, Names>> = {
  chats: owned,
  messages: owned,
  folders: owned,
  tags: owned,
  drafts,
  outbox,
  sync: owned,
  conflicts,
  profiles: owned,
  // The setting `mail_language` is a list of answers of users.
  device: { fields: [], nested: [['value', () => owned]] },
}

/**
 * Lets rows have the field names of the code while the database keeps those that it had from the first build on: data,
 * indexes and tabs with an older build need no migration. As the outermost layer of Dexie's core it sees each row once;
 * all layers below it, such as the observation of changes, and the names of indexes keep to the stored names.
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

/** A row of a table as it is stored, for whoever writes to the database without Dexie. */
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
    // Dexie reads the key of a row that `modify` has changed, to see whether it is still the same.
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

/** The getters of a browser's cursor refuse to run on any other object, so each is handed on. A row is renamed once. */
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

/** A copy of an object, or of each in a list, under the other names; anything else as it is. */
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
