import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { isInstalledApp } from '#lib/browser/is-installed-app.ts'
import { installGuide } from './install-guide.ts'

/** Chromium's event for an installation (not standardised; developer.mozilla.org, BeforeInstallPromptEvent). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `prompt`: by the browser's prompt; `steps`: by hand; `no`: impossible here, or already installed. */
export type InstallWay = 'prompt' | 'steps' | 'no'

/** `event`: the browser's deferred prompt, which can be used once. */
const installAtom = atom<{ event?: InstallEvent; installed: boolean }>({ installed: false })
/** Whether the steps for an installation by hand are shown. */
export const stepsShownAtom = atom(false)
const store = getDefaultStore()

/** Defers the browser's install prompt. Called at boot, because the event fires once. */
export function holdInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(installAtom, (state) => ({ ...state, event: event as InstallEvent }))
  })
  window.addEventListener('appinstalled', () => store.set(installAtom, { installed: true }))
}

/** Returns how the app can be installed in this browser now. */
export function installWay(): InstallWay {
  const { event, installed } = store.get(installAtom)
  if (installed || isInstalledApp()) return 'no'
  if (event) return 'prompt'
  return installGuide(navigator) === null ? 'no' : 'steps'
}

/** Like `installWay`, updated when the browser offers the installation or withdraws it. */
export function useInstallWay(): InstallWay {
  useAtomValue(installAtom)
  return installWay()
}

/** Shows the browser's prompt, or the steps to do it by hand. Must be called in a user gesture. */
export async function install(): Promise<void> {
  const { event, installed } = store.get(installAtom)
  if (!event) return store.set(stepsShownAtom, installWay() === 'steps')
  // The prompt can be used only once; after a refusal the browser fires another event.
  store.set(installAtom, { installed })
  await event.prompt()
}
