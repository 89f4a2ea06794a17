/** Loads the database code and the record's; kept out of the first load of a visitor's start page. */
export async function openRecord() {
  const [record, { database }] = await Promise.all([
    import('./token-record.ts'),
    import('#offline/database/database.ts'),
  ])
  return { ...record, db: database() }
}
