// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listSessions } from '#contract/endpoints/accounts.ts'
import { openTab, resetBrowser } from '#support/browser/tab.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

beforeEach(resetBrowser)
afterEach(() => vi.unstubAllGlobals())

/** Web Locks with a single lock; `queued` resolves when a second caller has to wait for it. */
function createLocks() {
  const queued = Promise.withResolvers<void>()
  let held = 0
  let last: Promise<unknown> = Promise.resolve()
  const request = <T>(_name: string, _options: object, work: () => Promise<T>): Promise<T> => {
    if (held > 0) queued.resolve()
    held += 1
    const run = last.then(work).finally(() => {
      held -= 1
    })
    last = run.catch(() => undefined)
    return run
  }
  return { request, queued: queued.promise }
}

test('a call whose token ends with the password waits for the new tokens, and the user stays signed in', async () => {
  const locks = createLocks()
  vi.stubGlobal('navigator', { locks })
  const user = makeAuthenticated(7)
  const [changed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let valid = user.access
  const refused = () => Response.json({ message: 'No', code: 'token_not_valid' }, { status: 401 })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${valid}`) return refused()
    if (pathname.endsWith('/sessions/')) return Response.json({ results: [] })
    if (!pathname.endsWith('/change-password/')) return Response.json(user.user)
    valid = 'new access'
    changed.resolve()
    await answered.promise
    return Response.json({ message: 'Changed', access: valid, refresh: 'new refresh' })
  })
  const tab = await openTab()
  const { changePassword } = await import('#features/account/change-password.ts')
  const { api } = await import('#session/api.ts')
  await tab.signIn(user)

  const passwords = { current_password: 'a quiet evening', new_password: 'a louder evening' }
  const changing = changePassword({ ...passwords, confirm_password: passwords.new_password })
  await changed.promise
  const other = api.call(listSessions, { as: 7 }).catch((error: unknown) => error)
  await Promise.race([locks.queued, other])
  answered.resolve()
  await changing
  expect(await other).toEqual({ results: [] })
  expect(tab.currentSession()).toMatchObject({ access: 'new access', refresh: 'new refresh' })
})
