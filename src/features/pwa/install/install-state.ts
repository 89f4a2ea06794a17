import { atom, getDefaultStore } from 'jotai'
import { useSyncExternalStore } from 'react'
import { isInstalledApp } from '#lib/browser/is-installed-app.ts'
import { heldInstall } from './held-install.ts'
import { installGuide } from './install-guide.ts'

/** `prompt`: by the browser's prompt; `steps`: by hand; `no`: impossible here, or already installed. */
export type InstallWay = 'prompt' | 'steps' | 'no'

/** Whether the steps for an installation by hand are shown. */
export const stepsShownAtom = atom(false)
/** Returns how the app can be installed in this browser now. */
export function installWay(): InstallWay {
  const { event, installed } = heldInstall.get()
  if (installed || isInstalledApp()) return 'no'
  if (event) return 'prompt'
  return installGuide(navigator) === null ? 'no' : 'steps'
}

/** Like `installWay`, updated when the browser offers the installation or withdraws it. */
export function useInstallWay(): InstallWay {
  return useSyncExternalStore(heldInstall.subscribe, installWay)
}

/** Shows the browser's prompt, or the steps to do it by hand. Must be called in a user gesture. */
export async function install(): Promise<void> {
  const { event, installed } = heldInstall.get()
  if (!event) return getDefaultStore().set(stepsShownAtom, installWay() === 'steps')
  // The prompt can be used only once; after a refusal the browser fires another event.
  heldInstall.set({ installed })
  await event.prompt()
}
