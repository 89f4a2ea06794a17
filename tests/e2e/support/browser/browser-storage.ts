import type { Page } from '@playwright/test'

export interface BrowserStorage {
  local: Record<string, string>
  session: Record<string, string>
  /** Rows by table, over all IndexedDB databases of the origin. */
  rows: Record<string, unknown[]>
  /** URLs by cache. */
  cached: Record<string, string[]>
}

/** Reads everything that the browser stores for this origin, without the app's code. */
export function readBrowserStorage(page: Page): Promise<BrowserStorage> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const rows: Record<string, unknown[]> = {}
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const db = await done(indexedDB.open(name))
      for (const table of db.objectStoreNames) {
        rows[`${name}.${table}`] = await done(db.transaction(table).objectStore(table).getAll())
      }
      db.close()
    }
    const cached: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      cached[name] = (await (await caches.open(name)).keys()).map((request) => request.url)
    }
    return { local: { ...localStorage }, session: { ...sessionStorage }, rows, cached }
  })
}
