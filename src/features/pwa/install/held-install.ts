import { createStore } from '#lib/store.ts'

/** Chromium's event for an installation (not standardised; developer.mozilla.org, BeforeInstallPromptEvent). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `event`: the browser's deferred prompt, which can be used once. */
export const heldInstall = createStore<{ event?: InstallEvent; installed: boolean }>({ installed: false })

/** Defers the browser's install prompt. Called at boot, because the event fires once. */
export function holdInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    heldInstall.set({ ...heldInstall.get(), event: event as InstallEvent })
  })
  window.addEventListener('appinstalled', () => heldInstall.set({ installed: true }))
}
