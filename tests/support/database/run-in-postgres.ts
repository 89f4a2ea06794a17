import pg from 'pg'

/** One statement on a connection of its own: databases are made and dropped from outside of them. */
export async function runInPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
