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

/** What waits is sent when the first screen stands: on a slow phone that comes first. */
const SERVE_WITHIN_MS = 1_000

/** Words, session, theme and the first page's code are fetched side by side; the rest waits for the first paint. */
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
  // The page stands: what comes behind it must not take it down.
  whenIdle(SERVE_WITHIN_MS)
    .then(() => {
      serveWhoeverIsSignedIn()
      return startBehind(router)
    })
    .catch(reportError)
}

/** The first page's code, beside what its guards look up; that it is missing is heard of when it is shown. */
function fetchScreens(router: ReturnType<typeof createAppRouter>): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes.get(routeId)
    if (route) router.loadRouteChunk(route)?.catch(() => undefined)
  }
}

/** Each by itself: a part that does not come holds up no other. */
async function startBehind(router: ReturnType<typeof createAppRouter>): Promise<void> {
  await Promise.all([
    loadBehind(() => import('#features/pwa/register-worker.ts')).then(({ registerWorker }) => registerWorker()),
    loadBehind(() => import('#features/pwa/follow-launches.ts')).then(({ followLaunches }) =>
      followLaunches((href) => router.history.push(href)),
    ),
  ])
}

/** A visitor has chosen nothing; a person's choice is on the device, in the database. */
async function showChosenTheme(): Promise<void> {
  const { showTheme } = await import('./routes/-root/chosen-theme.ts')
  await showTheme()
}

function start(root: HTMLElement): void {
  boot(root).catch(async (error: unknown) => {
    await reloadForMissingChunk(error)
    reportError(error)
    // Our catalogue may be what is missing, so these words stand here in both languages.
    root.textContent =
      'Companion could not start. Load this page again. · Companion no pudo iniciarse. Vuelve a cargar esta página.'
  })
}

const root = document.getElementById('root')
// Without it, src/unsupported.js has said why the app cannot run here.
if (root !== null) start(root)
