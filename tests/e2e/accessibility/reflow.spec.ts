import { sections } from '#features/settings/sections.ts'
import type { FileRouteTypes } from '../../../src/routeTree.gen.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectAccessibleOverlays } from '../support/expect-accessible-overlays.ts'
import { expectReflow } from '../support/expect-reflow.ts'

type Path = Exclude<FileRouteTypes['to'], '/auth'>
interface Places {
  chatId: string
  userId: number
}

/** The addresses of each route that an admin with a chat opens; a new route does not compile without a line here. */
const addresses = ({ chatId, userId }: Places): Record<Path, readonly string[]> => ({
  '/': [],
  '/$': ['/no/such/page'],
  '/account': ['/account'],
  '/account/subscriptions/history': ['/account/subscriptions/history'],
  '/admin-panel': ['subscriptions', 'subscribers', 'users', 'reports', 'newsletter', 'audit'].map(
    (tab) => `/admin-panel?tab=${tab}`,
  ),
  '/admin-panel/users': ['/admin-panel/users'],
  '/admin-panel/users/$id': [`/admin-panel/users/${userId}`],
  '/auth/forgor-password': [],
  '/auth/forgot-password': [],
  '/auth/login': [],
  '/auth/register': [],
  '/auth/reset-password': [],
  '/auth/second-factor': [],
  '/chat': [],
  '/chat/$chatId': ['/chat/new', '/chat/temporary', `/chat/${chatId}`],
  '/check': [],
  '/error': ['/error', '/error?type=access-denied', '/error?type=subscription-required'],
  '/export-chat/$chatId': [`/export-chat/${chatId}`],
  '/import-chats': ['/import-chats'],
  '/information': ['/information'],
  '/sandbox-checkout': ['/sandbox-checkout'],
  // Only for validators: in rating.spec.ts.
  '/rating': [],
  '/recently-deleted': ['/recently-deleted'],
  '/settings': ['/settings', ...sections.map((section) => `/settings?section=${section}`)],
  '/subscription-success': ['/subscription-success'],
  '/subscriptions': ['/subscriptions'],
  '/subscriptions/free-trial/subscribe': ['/subscriptions/free-trial/subscribe'],
})

/** The pages that no other browser test opens by their address. */
const openedOnlyHere = /^\/(export-chat|import-chats|sandbox-checkout|subscription-success)/

// Spanish has the longer words. The pages of a visitor are tested with their other properties, in
// accessibility.spec.ts.
test.use({ locale: 'es-ES' })

test('every page of a user fits into a small phone with large text, and has no accessibility violations', async ({
  app,
  page,
}) => {
  test.setTimeout(120_000)
  const { user } = await makeAdmin(app)
  await user.startTrial()
  const chatId = await user.chat(['¿Está bien mentir a una amiga?'], 'Una charla difícil con mi hermano')
  await app.signIn(user)
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  for (const path of Object.values(addresses({ chatId, userId: user.authenticated.user.id })).flat()) {
    await test.step(path, async () => {
      await (openedOnlyHere.test(path) ? page.goto(path) : navigate(page, path))
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      if (path === `/chat/${chatId}`) await expect(app.said('¿Está bien mentir')).toBeVisible()
      // The panel of admins is checked by its own tests.
      if (!path.startsWith('/admin-panel')) await expectAccessible(app)
      await expectReflow(page)
    })
  }
  await navigate(page, `/chat/${chatId}`)
  await expect(app.said('¿Está bien mentir')).toBeVisible()
  await expectAccessibleOverlays(app, 'mentir')
})
