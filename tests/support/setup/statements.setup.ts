import { DefaultQueryExecutor } from 'kysely'
import { afterAll, expect } from 'vitest'
import { mayReadAllUsers } from '../database/across-users.ts'
import { unfilteredTables } from '../database/unfiltered-tables.ts'

/**
 * Reads every statement that the server runs in the tests, and fails a file in which one touched a table of the chat
 * domain without naming the user: a database that is sharded by user would ask every shard for it.
 */
const executor = DefaultQueryExecutor.prototype
const { executeQuery } = executor
const checked = new Map<string, string[]>()
const refused = new Set<string>()

executor.executeQuery = function (query, options) {
  const tables = checked.get(query.sql) ?? unfilteredTables(query.sql)
  checked.set(query.sql, tables)
  const file = tables.length > 0 ? callerOf(new Error()) : null
  if (file?.startsWith('server/') && !mayReadAllUsers(file, query.sql)) refused.add(`${file}: ${query.sql}`)
  return executeQuery.call(this, query, options) as never
}

afterAll(() => {
  executor.executeQuery = executeQuery
  expect([...refused], 'statements of the chat domain that do not name the user').toEqual([])
})

/** The first file of the repository in the stack, except for those that only pass queries on. */
function callerOf({ stack = '' }: Error): string | null {
  const files = [...stack.matchAll(/\/((?:server|tests|scripts)\/[\w./-]+\.ts):\d+/g)].map(([, file = '']) => file)
  return files.find((file) => file !== 'server/db/prepare-query.ts' && !file.includes('/setup/')) ?? null
}
