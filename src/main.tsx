import '#ui/tokens.css'
import '#ui/base.css'
import './routes/-root/boot.css'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateLanguage, detectLanguage, i18n } from '#i18n/i18n.ts'
import { navigateToLoginBy } from '#session/go-to-login.ts'
import { restoreSession } from '#session/restore-session.ts'
import { applyTheme } from '#ui/theme.ts'
import { createAppRouter } from './router.tsx'
import { followSession } from './routes/-root/follow-session.ts'

/** Words, session, theme and the first page's code are fetched side by side; the rest waits for the first paint. */
async function boot(root: HTMLElement): Promise<void> {
  const words = activateLanguage(detectLanguage())
  const session = await restoreSession()
  const router = createAppRouter()
  navigateToLoginBy((href) => router.history.push(href))
  followSession(router)
  await Promise.all([words, router.load(), session === null ? undefined : showChosenTheme().catch(reportError)])
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>,
  )
  const { registerWorker } = await import('#features/pwa/register-worker.ts')
  registerWorker()
}

/** A visitor has chosen nothing; a person's choice is on the device, in the database. */
async function showChosenTheme(): Promise<void> {
  const { readTheme } = await import('#features/library/keep-theme.ts')
  applyTheme(await readTheme())
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
boot(root).catch((error: unknown) => {
  reportError(error)
  // Our catalogue may be what is missing, so these words stand here in both languages.
  root.textContent =
    'Companion could not start. Load this page again. · Companion no pudo iniciarse. Vuelve a cargar esta página.'
})
