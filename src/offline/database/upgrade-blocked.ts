/** Whether the database waits for a tab of an older build, which holds up its upgrade. */
let blocked = false
const listeners = new Set<() => void>()

export const isUpgradeBlocked = (): boolean => blocked

export function setUpgradeBlocked(now: boolean): void {
  if (blocked === now) return
  blocked = now
  for (const listener of [...listeners]) listener()
}

/** Calls back when it begins to wait, and when it goes on. Returns how to stop. */
export function onUpgradeBlocked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves with what the database says, or with undefined once it waits: a page must not stay empty for that. */
export function unlessBlocked<T>(reading: Promise<T>): Promise<T | undefined> {
  if (blocked) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const stop = onUpgradeBlocked(() => resolve(undefined))
    reading.then(resolve, reject).finally(stop)
  })
}
