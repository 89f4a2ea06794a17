import { I18nProvider } from '@lingui/react'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { startErrorReports } from '#api/report-client-errors.ts'
import { activateLanguage, detectLanguage, i18n } from '#i18n/i18n.ts'
import { buildOf } from '#lib/app-update/build-of.ts'
import { pageScript } from '#lib/app-update/page-script.ts'
import { replaceStaticPage } from '#lib/first-page/replace-static-page.ts'
import type { StaticPage } from '#lib/first-page/static-page.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { navigateToLoginBy } from '#session/guards/go-to-login.ts'
import { restoreSession } from '#session/restore-session.ts'
import { createAppRouter } from './router.tsx'
import { followKeys } from './routes/-root/follow-keys.ts'
import { followSession, serveWhoeverIsSignedIn } from './routes/-root/follow-session.ts'

/** The outbox is sent after the first paint, which has priority on slow phones, at the latest after this time. */
const SERVE_WITHIN_MS = 1_000

/**
 * Restores the session and then loads the first page's code, with the texts loading in parallel; everything else waits
 * for the first paint. `page` is the prerendered content that the app replaces.
 */
export async function startApp(root: HTMLElement, page: StaticPage | null): Promise<void> {
  let router: ReturnType<typeof createAppRouter> | undefined
  startErrorReports({
    build: buildOf(pageScript()),
    route: () => router?.state.matches.at(-1)?.fullPath ?? '/',
    source: 'script',
  })
  const activated = activateLanguage(detectLanguage())
  const session = await restoreSession()
  // The visitor may be scrolling the prerendered page at this very moment, and a scroll to its top would end that.
  let isReplacing = page !== null
  router = createAppRouter(undefined, () => isReplacing)
  navigateToLoginBy((href) => router.history.push(href))
  followSession(router)
  followKeys(router)
  if (session !== null) fetchScreens(router)
  await Promise.all([activated, router.load()])
  const app = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>
  )
  const view = createRoot(root)
  if (page === null) view.render(app)
  else await replaceStaticPage(page, root, () => flushSync(() => view.render(app)))
  isReplacing = false
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
    loadInBackground(() => import('#features/pwa/register-worker.ts')).then(({ registerWorker }) => registerWorker()),
    loadInBackground(() => import('#features/pwa/follow-launches.ts')).then(({ followLaunches }) =>
      followLaunches((href) => router.history.push(href)),
    ),
  ])
}
