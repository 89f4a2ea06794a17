import pg from 'pg'

/** Runs one statement on its own connection, and returns its first row. */
export async function runInPostgres(url: string, statement: string): Promise<Readonly<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}
