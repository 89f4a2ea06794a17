/** Loads the code of the database and the token record lazily, since a visitor's start page does not need it. */
export async function openRecord() {
  const [record, { database }] = await Promise.all([
    import('./token-record.ts'),
    import('#offline/database/database.ts'),
  ])
  return { ...record, db: database() }
}
