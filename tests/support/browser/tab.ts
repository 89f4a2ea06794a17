import 'fake-indexeddb/auto'
import { onTestFinished, vi } from 'vitest'

/** A page with its own modules, over the storage that all pages share. */
export async function openTab() {
  vi.resetModules()
  const [restore, actions, atom, out, end, tokens, watch, database] = [
    await import('#session/restore-session.ts'),
    await import('#session/session-actions.ts'),
    await import('#session/state/session-atom.ts'),
    await import('#session/sign-out/sign-out.ts'),
    await import('#session/sign-out/end-page-session.ts'),
    await import('#session/state/page-token-source.ts'),
    await import('#session/state/watch-other-tabs.ts'),
    await import('#offline/database/database.ts'),
  ]
  const tab = { ...restore, ...actions, ...atom, ...out, ...end, ...tokens, ...watch, ...database }
  const close = async () => {
    tab.stopWatching()
    await tab.sessionReconciled()
    tab.database().close()
  }
  onTestFinished(close)
  return { ...tab, close }
}

/** Dispatches the event that other pages get when this one has written to localStorage. */
export function dispatchStorageEvent(key: string): void {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** Resets the browser to one that has never loaded the app. */
export async function resetBrowser(): Promise<void> {
  localStorage.clear()
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name ?? '')
      deletion.onsuccess = resolve
      deletion.onerror = reject
    })
  }
}
