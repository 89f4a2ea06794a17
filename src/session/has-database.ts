import { DATABASE_NAME } from '#offline/database/database-name.ts'

/** Whether this browser has the app's database. Asked without Dexie: a visitor must not load it to find nothing. */
export async function hasDatabase(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  if (typeof indexedDB.databases !== 'function') return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
  } catch {
    // Some private modes refuse the listing; they have no stored database either.
    return false
  }
}
