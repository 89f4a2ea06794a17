import '#ui/theme/tokens.css'
import '#ui/theme/base.css'
import './routes/-root/boot.css'
import { holdInstall } from '#features/pwa/install/held-install.ts'
import { detectLanguage } from '#i18n/detect-language.ts'
import { linkManifest } from '#i18n/link-manifest.ts'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { PASSKEY_KEY } from '#lib/browser/passkey-device.ts'
import { findStaticPage } from '#lib/first-page/find-static-page.ts'
import type { StaticPage } from '#lib/first-page/static-page.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { isMissingChunk, reloadForMissingChunk } from '#lib/lazy/missing-chunk.ts'
import { hasDatabase } from '#session/has-database.ts'
import { MIRROR_KEY } from '#session/state/mirror-key.ts'

/**
 * Whether the forms have what only the app can show: Google's button, or that of passkeys where one was used before.
 */
const needsApp = () => document.documentElement.dataset.google === 'true' || isStored(PASSKEY_KEY)

/** Loads the app at once, or, where prerendered content is shown, when the visitor begins to use it. */
async function boot(root: HTMLElement): Promise<void> {
  holdInstall()
  const language = detectLanguage()
  const page = findStaticPage(root, language)
  if (page !== null && (await canWait())) {
    linkManifest(language)
    loadInBackground(() => import('#features/pwa/register-worker.ts')).then(
      ({ registerWorker }) => registerWorker(),
      reportError,
    )
    await Promise.race([page.untilUsed(), untilNeeded()])
  }
  await start(root, page)
}

/** Whether nothing is to be shown but the prerendered content, which is for visitors. */
async function canWait(): Promise<boolean> {
  if (location.hash !== '' || !navigator.onLine) return false
  // The forms say what the query brings, such as the free trial; they were rendered without it.
  if (location.pathname !== '/' && (location.search !== '' || needsApp())) return false
  // A stored mirror of the token record means signed out here: with a session in it, src/before-paint.js has hidden
  // the prerendered content, so that this is not called.
  return isStored(MIRROR_KEY) || !(await hasDatabase())
}

/** Whether localStorage has a value; false where storage is blocked. */
function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Resolves when the app has something to do without a use: an update is offered, a session or the network changes. */
function untilNeeded(): Promise<void> {
  return new Promise((resolve) => {
    appUpdate.subscribe(resolve)
    for (const name of ['storage', 'offline', 'hashchange']) window.addEventListener(name, () => resolve())
  })
}

async function start(root: HTMLElement, page: StaticPage | null): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-modulepreload]')) link.rel = 'modulepreload'
  try {
    const { startApp } = await import('./main.tsx')
    await startApp(root, page)
  } catch (error) {
    // Someone who only reads needs no message; the next use asks again.
    if (page !== null && page.pressed === undefined && isMissingChunk(error)) {
      await page.untilUsed()
      return start(root, page)
    }
    await reloadForMissingChunk(error)
    reportError(error)
    // The message catalogue itself may be missing, so the text is here in both languages.
    root.textContent =
      'Companion could not start. Load this page again. · Companion no pudo iniciarse. Vuelve a cargar esta página.'
  }
}

const root = document.getElementById('root')
// Without the element, src/unsupported.js has already shown why the app cannot run.
if (root !== null) boot(root).catch(reportError)
