import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forceNewPassword, liftSuspension, suspendUser } from '#contract/endpoints/admin.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { UserAccess } from '#features/admin/user-page/access/user-access.tsx'
import { userQuery } from '#features/admin/user-page/get-user.ts'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: vi.fn(async () => undefined) }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => {
  call.mockReset()
  queryClient.setQueryData(configQuery.queryKey, { mail: true } as never)
})

const press = async (label: string) => {
  const button = await vi.waitFor(() => {
    const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent?.startsWith(label))
    return all.at(-1) ?? expect.fail(`there is no ${label}`)
  })
  await interact(() => button.click())
}
const suspended = { since: '2026-11-21T12:00:00.000Z', reason: 'Spam' }

test('a suspension needs a reason, and the user is shown with it', async () => {
  call.mockResolvedValue(makeUser(71, { suspended }))
  await render(<UserAccess user={makeUser(71)} />)
  await press('Suspend…')
  const reason = await vi.waitFor(() => document.querySelector('textarea') ?? expect.fail('there is no field'))
  await press('Suspend')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Say why, for the record'))
  expect(call).not.toHaveBeenCalled()
  await typeInto(reason, ' Spam ')
  await press('Suspend')
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith(suspendUser, { params: { id: 71 }, body: { reason: 'Spam' } }),
  )
  await vi.waitFor(() => expect(queryClient.getQueryData(userQuery(71).queryKey)).toMatchObject({ suspended }))
})

test('a suspension is shown with its reason, and lifted', async () => {
  call.mockResolvedValue(makeUser(72))
  const page = await render(<UserAccess user={makeUser(72, { suspended })} />)
  expect(page.textContent).toContain('Spam')
  await press('Lift the suspension')
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith(liftSuspension, { params: { id: 72 } }))
})

test('admins are suspended by others only', async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(75), generation: 1 } })
  const own = await render(<UserAccess user={makeUser(75, { is_admin: true })} />)
  expect(own.textContent).not.toContain('Suspend')
  const other = await render(<UserAccess user={makeUser(76, { is_admin: true })} />)
  expect(other.textContent).toContain('While suspended, an admin cannot use this panel.')
})

test('a new password is demanded only where mails are sent', async () => {
  call.mockResolvedValue(undefined)
  await render(<UserAccess user={makeUser(73, { is_admin: true })} />)
  await press('Demand…')
  await press('Demand')
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith(forceNewPassword, { params: { id: 73 } }))
  queryClient.setQueryData(configQuery.queryKey, { mail: false } as never)
  const other = await render(<UserAccess user={makeUser(74)} />)
  expect(other.textContent).not.toContain('Demand')
})

test.each([
  ['a suspension', makeUser(77)],
  ['the end of a suspension', makeUser(78, { suspended })],
])('the user is read again after %s whose response was lost', async (_name, user) => {
  const { queryKey } = userQuery(user.id)
  queryClient.setQueryData(queryKey, user)
  call.mockRejectedValue(new TypeError('Failed to fetch'))
  await render(<UserAccess user={user} />)
  await press(user.suspended ? 'Lift the suspension' : 'Suspend…')
  if (!user.suspended) {
    await typeInto(await vi.waitFor(() => document.querySelector('textarea') ?? expect.fail('no field')), 'Spam')
    await press('Suspend')
  }
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true))
})
