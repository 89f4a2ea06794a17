import '#ui/theme/tokens.css'
import '#ui/theme/base.css'
import './routes/-root/boot.css'
import { I18nProvider } from '@lingui/react'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { buildOf, startErrorReports } from '#api/report-client-errors.ts'
import { holdInstall } from '#features/pwa/install/install-state.ts'
import { activateLanguage, detectLanguage, i18n } from '#i18n/i18n.ts'
import { loadBehind } from '#lib/lazy/load-in-background.ts'
import { reloadForMissingChunk } from '#lib/lazy/missing-chunk.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { navigateToLoginBy } from '#session/guards/go-to-login.ts'
import { restoreSession } from '#session/restore-session.ts'
import { createAppRouter } from './router.tsx'
import { followSession, serveWhoeverIsSignedIn } from './routes/-root/follow-session.ts'

/** The outbox is sent after the first paint, which has priority on slow phones, at the latest after this time. */
const SERVE_WITHIN_MS = 1_000

/** Loads texts, session, theme and the first page's code in parallel; everything else waits for the first paint. */
async function boot(root: HTMLElement): Promise<void> {
  let router: ReturnType<typeof createAppRouter> | undefined
  startErrorReports({
    build: buildOf(import.meta.url),
    route: () => router?.state.matches.at(-1)?.fullPath ?? '/',
    source: 'script',
  })
  holdInstall()
  const words = activateLanguage(detectLanguage())
  const session = await restoreSession()
  router = createAppRouter()
  navigateToLoginBy((href) => router.history.push(href))
  followSession(router)
  if (session !== null) fetchScreens(router)
  await Promise.all([words, router.load(), session === null ? undefined : showChosenTheme().catch(reportError)])
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>,
  )
  // The page is rendered: failures of later parts are only reported.
  whenIdle(SERVE_WITHIN_MS)
    .then(() => {
      serveWhoeverIsSignedIn()
      return startBehind(router)
    })
    .catch(reportError)
}

/** Loads the first page's code while its guards run; the render reports a failed load. */
function fetchScreens(router: ReturnType<typeof createAppRouter>): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes.get(routeId)
    if (route) router.loadRouteChunk(route)?.catch(() => undefined)
  }
}

/** Loads the parts separately, so that a failure of one does not block another. */
async function startBehind(router: ReturnType<typeof createAppRouter>): Promise<void> {
  await Promise.all([
    loadBehind(() => import('#features/pwa/register-worker.ts')).then(({ registerWorker }) => registerWorker()),
    loadBehind(() => import('#features/pwa/follow-launches.ts')).then(({ followLaunches }) =>
      followLaunches((href) => router.history.push(href)),
    ),
  ])
}

/** Only for signed-in users, because the choice is in the database of this device. */
async function showChosenTheme(): Promise<void> {
  const { showTheme } = await import('./routes/-root/chosen-theme.ts')
  await showTheme()
}

function start(root: HTMLElement): void {
  boot(root).catch(async (error: unknown) => {
    await reloadForMissingChunk(error)
    reportError(error)
    // The message catalogue itself may be missing, so the text is here in both languages.
    root.textContent =
      'Companion could not start. Load this page again. · Companion no pudo iniciarse. Vuelve a cargar esta página.'
  })
}

const root = document.getElementById('root')
// Without the element, src/unsupported.js has already shown why the app cannot run.
if (root !== null) start(root)
