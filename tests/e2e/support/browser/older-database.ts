import type { Page } from '@playwright/test'

/** As a tab of an older build that is frozen: it keeps the database open and hears of no newer version. */
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
