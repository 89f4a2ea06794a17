import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/objects/user.ts'
import { sections } from '#features/settings/sections.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { openAppPage, openRouter } from '#support/browser/app-page.tsx'
import { interact } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const login = '/auth/login'
const denied = '/error?type=access-denied'
/** A device without chats begins one. */
const chat = '/chat/new'

/** The final address for a visitor and for a signed-in user without roles; undefined: the address itself. */
const routes: readonly [path: string, visitor?: string | undefined, user?: string][] = [
  ['/', undefined, chat],
  ['/auth/register', undefined, chat],
  ['/auth/login', undefined, chat],
  ['/auth/forgor-password', undefined, chat],
  ['/auth/forgot-password', '/auth/forgor-password', chat],
  ['/auth/reset-password', undefined, chat],
  ['/check', login, chat],
  ['/information'],
  ['/subscriptions/free-trial/subscribe', login],
  ['/subscriptions', login],
  ['/subscription-success', login],
  ['/sandbox-checkout', login],
  ['/account', login],
  ['/account/subscriptions/history', login],
  ['/chat', login, chat],
  ['/settings', login],
  ...sections.map((section) => [`/settings?section=${section}`, login] as [string, string]),
  ['/error'],
  ['/error?type=access-denied'],
  ['/error?type=subscription-required'],
  ['/admin-panel', login, denied],
  ['/admin-panel/users/1', login, denied],
  ['/no/such/page'],
]

/** The addresses where the role changes the result. */
const forRoles: readonly [path: string, provider?: string | undefined, admin?: string][] = [
  ['/admin-panel', denied],
  ['/admin-panel/users/1'],
  ['/auth/login', chat, chat],
]

const endOf = async (path: string) => (await openRouter(path)).state.location.href

const enter = (more: Partial<User> = {}) => {
  const generation = currentState().generation + 1
  adopt({ generation, session: { ...makeAuthenticated(), user: makeUser(7, more), generation } })
}
const provider = { profile: { is_provider: true, photo_url: null, language: 'en' as const } }

beforeEach(resetSession)
afterEach(() => localStorage.clear())

describe('each address', () => {
  it.each(routes)('%s leads a visitor to its page or to the login', async (path, visitor = path) => {
    expect(await endOf(path)).toBe(visitor)
  })

  it.each(routes)(
    '%s leads a user without roles to its page, the chat or the error page',
    async (path, _, end = path) => {
      enter()
      expect(await endOf(path)).toBe(end)
    },
  )

  it.each(forRoles)(
    '%s leads a provider and an admin where the role may go',
    async (path, first = path, other = path) => {
      enter(provider)
      expect(await endOf(path), 'a provider').toBe(first)
      enter({ is_admin: true })
      expect(await endOf(path), 'an admin').toBe(other)
    },
  )
})

type Words = [title: string, text: string, links: string[]]

const pages: readonly { path: string; en: Words; es: Words }[] = [
  {
    path: '/error?type=access-denied',
    en: ['Access Denied', 'You do not have permission to access this page.', ['Back to Home /']],
    es: ['Acceso denegado', 'No tienes permiso para acceder a esta página.', ['Volver al inicio /']],
  },
  {
    path: '/error?type=subscription-required',
    en: [
      'Subscription Required',
      'You need an active subscription to access this content',
      ['Purchase /subscriptions', 'Back to Home /'],
    ],
    es: [
      'Se necesita una suscripción',
      'Necesitas una suscripción activa para acceder a este contenido',
      ['Comprar /subscriptions', 'Volver al inicio /'],
    ],
  },
  ...['/error', '/error?type=%3Cscript%3E'].map((path) => ({
    path,
    en: ['Something Went Wrong', 'An unexpected error occurred. Please try again later.', ['Back to Home /']] as Words,
    es: [
      'Algo ha fallado',
      'Ocurrió un error inesperado. Vuelve a intentarlo más tarde.',
      ['Volver al inicio /'],
    ] as Words,
  })),
  {
    path: '/no/such/page',
    en: ['Page Not Found', '404', ['Back to Home /']],
    es: ['Página no encontrada', '404', ['Volver al inicio /']],
  },
]

describe('the error pages and the not-found page', () => {
  it.each(pages)('$path has the exact texts and links in both languages', async ({ path, ...words }) => {
    const page = await openAppPage(path)
    const main = () => page.querySelector('main')
    for (const language of ['en', 'es'] as const) {
      await interact(() => activateLanguage(language))
      const [title, text, links] = words[language]
      await vi.waitFor(() => expect(main()?.querySelector('h1')?.textContent).toBe(title))
      expect([...(main()?.querySelectorAll('p') ?? [])].map((each) => each.textContent)).toContain(text)
      const found = [...(main()?.querySelectorAll('a') ?? [])]
      expect(found.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual(links)
    }
  })
})
