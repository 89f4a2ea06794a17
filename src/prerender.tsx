import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { ChatFrame } from '#features/chat/screen/chat-frame.tsx'
import { i18n, loadMessages } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { createAppRouter } from './router.tsx'

/** Renders a visitor's page to HTML. Runs in the build only (scripts/build/prerendered-pages.ts). */
export async function prerender(path: string, language: Language): Promise<{ title: string; html: string }> {
  await loadMessages(language)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
    { identifierPrefix: language },
  )
  const name = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title
  return { title: name === undefined ? 'Companion' : `${i18n._(name)} · Companion`, html }
}

/** Renders the chat's frame, which the app replaces, to HTML. */
export async function prerenderFrame(language: Language): Promise<string> {
  await loadMessages(language)
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ChatFrame />
    </I18nProvider>,
  )
}

/** The paths of all screens, with `$name` for a part that differs; without the route of unknown addresses. */
export function listScreens(): string[] {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  return Object.keys(routesByPath).filter((path) => !path.endsWith('/$'))
}
