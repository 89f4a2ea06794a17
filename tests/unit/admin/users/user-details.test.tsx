import { useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { deleteUser, updateUser } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { EditUserForm } from '#features/admin/user-page/edit-user-form.tsx'
import { userQuery } from '#features/admin/user-page/get-user.ts'
import { changedFields, firstFields, saveUser } from '#features/admin/user-page/save-user.ts'
import { describeDetail } from '#features/admin/user-page/timeline/describe-detail.ts'
import { UserDeletion } from '#features/admin/user-page/user-deletion.tsx'
import { sessionsQuery } from '#features/admin/user-page/user-sessions.tsx'
import { activateLanguage, i18n } from '#i18n/i18n.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

test('the user form sends only changed fields, and a password only when one was typed', () => {
  const user = makeUser(7, { username: 'ana', is_vip: true })
  const typed = { ...firstFields(user), password: '' }
  expect(changedFields(user, typed)).toEqual({})
  expect(changedFields(user, { ...typed, first_name: 'Anna', is_vip: false })).toEqual({
    first_name: 'Anna',
    is_vip: false,
  })
  expect(changedFields(user, { ...typed, password: 'a quiet harbour 42' })).toEqual({ password: 'a quiet harbour 42' })
})

test('a field that the user changed while the form was open is not sent, so it is not reverted', async () => {
  const user = makeUser(7, { receive_newsletters: true })
  call.mockResolvedValue(user)
  queryClient.setQueryData(userQuery(7).queryKey, user)
  function Edited() {
    const { data } = useQuery({ ...userQuery(7), enabled: false }, queryClient)
    return data ? <EditUserForm user={data} onClose={() => undefined} /> : null
  }
  const page = await render(<Edited />)
  await interact(() => queryClient.setQueryData(userQuery(7).queryKey, { ...user, receive_newsletters: false }))
  await typeInto(page.querySelector<HTMLInputElement>('[name="first_name"]') ?? expect.fail('no first name'), 'Anna')
  await interact(() => page.querySelector<HTMLButtonElement>('[type="submit"]')?.click())
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  expect(call).toHaveBeenCalledWith(updateUser, { params: { id: 7 }, body: { first_name: 'Anna' } })
})

test('an old username that is shorter than a new one may be does not prevent another change', async () => {
  call.mockReset().mockResolvedValue(makeUser(7))
  const page = await render(<EditUserForm user={makeUser(7, { username: 'jo' })} onClose={() => undefined} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(name)
  const submit = () => interact(() => page.querySelector<HTMLButtonElement>('[type="submit"]')?.click())
  await typeInto(field('first_name'), 'Anna')
  await typeInto(field('username'), 'an')
  await submit()
  await vi.waitFor(() => expect(page.textContent).toContain('at least 3 characters'))
  expect(call).not.toHaveBeenCalled()
  await typeInto(field('username'), 'jo')
  await submit()
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith(updateUser, { params: { id: 7 }, body: { first_name: 'Anna' } }),
  )
})

test.each([
  ['is read again after a new password', { password: 'a quiet harbour 42' }, true],
  ['is read again after a new address', { email: 'anna@example.org' }, true],
  ['is not read again, which would be recorded, after another change', { first_name: 'Anna' }, false],
] as const)('the list of sessions %s', async (_, changes, isReadAgain) => {
  const { queryKey } = sessionsQuery(7)
  call.mockResolvedValue(makeUser(7))
  queryClient.setQueryData(queryKey, [])
  await saveUser(7, changes)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isReadAgain)
})

test('the page of a user is left when the deletion is repeated whose response was lost', async () => {
  const gone = new ApiError({ status: 404, code: 'not_found', message: 'Not found', recognised: true, fields: {} })
  call.mockReset().mockRejectedValueOnce(new NetworkError('lost')).mockRejectedValue(gone)
  const history = createMemoryHistory({ initialEntries: ['/?user=7'] })
  const routeTree = createRootRoute({
    component: () => <UserDeletion user={makeUser(7)} />,
    notFoundComponent: () => null,
  })
  const page = await render(<RouterProvider router={createRouter({ history, routeTree })} />)
  await vi.waitFor(() => expect(page.querySelector('button')).not.toBeNull())
  await interact(() => page.querySelector('button')?.click())
  const dialog = await vi.waitFor(() => document.querySelector('[role=alertdialog]') ?? expect.fail('no dialog'))
  const confirm = [...dialog.querySelectorAll('button')].at(-1)
  await interact(() => confirm?.click())
  await vi.waitFor(() => expect(dialog.querySelector('[role=alert]')?.textContent).not.toBe(''))
  await interact(() => confirm?.click())
  await vi.waitFor(() => expect(history.location.pathname).toBe('/admin-panel'))
  expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([deleteUser, deleteUser])
})

test.each([
  [{ fields: ['email', 'is_vip'], is_vip: false }, ['Email', 'VIP: off'], ['Correo', 'VIP: no']],
  [{ plan: 2, subscription: 9, until: '2031-05-06T12:00:00.000Z' }, ['until May 6, 2031'], ['hasta el 6 may 2031']],
  [{ what: 'sessions' }, ['Sessions'], ['Sesiones']],
  [{ what: 'usage' }, ['Usage'], ['Uso']],
  [
    { flags: ['is_vip', 'is_admin'], invited: true },
    ['VIP, Admin', 'invited by mail'],
    ['VIP, Administrador', 'con invitación por correo'],
  ],
  [{ model: 'large-2', is_enabled: false }, ['large-2', 'Enabled: off'], ['large-2', 'Activado: no']],
  [{ rubric_version: 'r2', model: null }, ['Rubric r2'], ['Rúbrica r2']],
  [{ document: 'terms', version: 3 }, ['Terms of use', 'version 3'], ['Condiciones de uso', 'versión 3']],
  [{ refund: 4, invoice: 5, amount: '9.99', currency: 'EUR' }, ['€9.99'], ['9,99\u00a0€']],
  [{ code: 3, kind: 'discount', percent_off: 10, amount_off: null, currency: null }, ['10%'], ['10\u00a0%']],
  [{ code: 3, kind: 'discount', percent_off: null, amount_off: 250, currency: 'EUR' }, ['€2.50'], ['2,50\u00a0€']],
  [{ report: 8, state: 'open' }, ['Reopened'], ['Reabierta']],
  [{ page: 2, listed: 24, searched: false }, ['24 people'], ['24 personas']],
  [{ exchange: 'e', reports: 2 }, ['2 reports'], ['2 denuncias']],
  [{ issue: 6, language: 'es' }, ['Español'], ['Español']],
  [{ issue: 6, revision: 2, at: '2031-05-06T12:05:00.000' }, ['May 6, 2031, 12:05 PM'], ['6 may 2031, 12:05']],
  [{ invited: false }, [], []],
  [{}, [], []],
] as const)('the details of the audit entry %j are shown in both languages', async (detail, english, spanish) => {
  await activateLanguage('en')
  expect(describeDetail({ ...detail }, i18n)).toEqual(english)
  await activateLanguage('es')
  expect(describeDetail({ ...detail }, i18n)).toEqual(spanish)
})
