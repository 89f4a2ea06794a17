import pg from 'pg'

/** Runs one statement on its own connection: databases are created and dropped from another one. */
export async function runInPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
