import { isInstalledApp } from '#lib/browser/is-installed-app.ts'
import { installGuide } from './install-guide.ts'

/** What Chromium gives when the app may be installed (no standard; developer.mozilla.org, BeforeInstallPromptEvent). */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `prompt`: the browser asks; `steps`: the person does it by hand; `no`: not here, or done already. */
export type InstallWay = 'prompt' | 'steps' | 'no'

let held: InstallEvent | undefined
let installed = false
let showsSteps = false
const listeners = new Set<() => void>()

/** Holds the browser's own offer back, for a fitting moment. Called at boot: the event comes once. */
export function holdInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held = event as InstallEvent
    tell()
  })
  window.addEventListener('appinstalled', () => {
    held = undefined
    installed = true
    tell()
  })
}

/** How the app can be installed in this browser, now. */
export function installWay(): InstallWay {
  if (installed || isInstalledApp()) return 'no'
  if (held) return 'prompt'
  return installGuide(navigator) === null ? 'no' : 'steps'
}

/** The browser's question, or the steps to do it by hand. Must be called by a tap. */
export async function install(): Promise<void> {
  const event = held
  if (!event) return showSteps(installWay() === 'steps')
  // It can be asked once only; the browser gives another event when it was declined.
  held = undefined
  tell()
  await event.prompt()
}

export const areStepsShown = (): boolean => showsSteps

export function showSteps(shown: boolean): void {
  showsSteps = shown
  tell()
}

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
