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
  if (installed || isStandalone()) return 'no'
  if (held) return 'prompt'
  return isIosSafari(navigator.userAgent, navigator.maxTouchPoints) ? 'steps' : 'no'
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

function isStandalone(): boolean {
  const onIos = 'standalone' in navigator && navigator.standalone === true
  return onIos || !window.matchMedia('(display-mode: browser)').matches
}

/** Safari itself on an iPhone or iPad, which calls itself a Mac; neither other browsers nor those inside of apps. */
export function isIosSafari(userAgent: string, touchPoints: number): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  const others =
    /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|GSA\/|FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|BytedanceWebview|LinkedInApp|Pinterest|Twitter/i
  return isIos && /Version\/[\d.]+.*Safari\//.test(userAgent) && !others.test(userAgent)
}
