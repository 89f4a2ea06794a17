import type { DatabaseSync } from 'node:sqlite'
import type { ClientBase } from 'pg'

type RowCounts = Record<string, number>

/** The tables of SQLite and of its search index are left out: merging the index changes their rows. */
export function countSqliteRows(database: DatabaseSync): RowCounts {
  const tables = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
        and name not like 'search\\_words%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
  return Object.fromEntries(
    tables.map((table) => [table, Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows)]),
  )
}

/** The tables of the schema in which the migrations made them. */
export async function countPostgresRows(client: ClientBase): Promise<RowCounts> {
  const tables = await client.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema() order by tablename',
  )
  const rows: RowCounts = {}
  for (const { tablename } of tables.rows) {
    const counted = await client.query<{ rows: string }>(`select count(*) as rows from "${tablename}"`)
    rows[tablename] = Number(counted.rows[0]?.rows)
  }
  return rows
}
