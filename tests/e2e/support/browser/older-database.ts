import type { Page } from '@playwright/test'

/** Simulates a frozen tab of an older build: it keeps the database open and ignores `versionchange`. */
export const holdOlderDatabase = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('companion', 10)
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result })
          resolve()
        }
        opening.onerror = () => reject(opening.error)
      }),
  )
