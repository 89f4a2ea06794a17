import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { isInstalledApp } from '#lib/browser/is-installed-app.ts'
import { installGuide } from './install-guide.ts'

/** What Chromium gives when the app may be installed (no standard; developer.mozilla.org, BeforeInstallPromptEvent). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `prompt`: the browser asks; `steps`: the person does it by hand; `no`: not here, or done already. */
export type InstallWay = 'prompt' | 'steps' | 'no'

/** `event`: the browser's own offer, held back until it is used. */
const installAtom = atom<{ event?: InstallEvent; installed: boolean }>({ installed: false })
/** Whether the steps of an installation by hand are shown. */
export const stepsShownAtom = atom(false)
const store = getDefaultStore()

/** Holds the browser's own offer back, for a fitting moment. Called at boot: the event comes once. */
export function holdInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(installAtom, (state) => ({ ...state, event: event as InstallEvent }))
  })
  window.addEventListener('appinstalled', () => store.set(installAtom, { installed: true }))
}

/** How the app can be installed in this browser, now. */
export function installWay(): InstallWay {
  const { event, installed } = store.get(installAtom)
  if (installed || isInstalledApp()) return 'no'
  if (event) return 'prompt'
  return installGuide(navigator) === null ? 'no' : 'steps'
}

/** The same, drawn again when the browser makes its offer or takes it back. */
export function useInstallWay(): InstallWay {
  useAtomValue(installAtom)
  return installWay()
}

/** The browser's question, or the steps to do it by hand. Must be called by a tap. */
export async function install(): Promise<void> {
  const { event, installed } = store.get(installAtom)
  if (!event) return store.set(stepsShownAtom, installWay() === 'steps')
  // It can be asked once only; the browser gives another event when it was declined.
  store.set(installAtom, { installed })
  await event.prompt()
}
