import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { deletePlan, endUserSession, listUserSessions } from '#contract/endpoints/admin.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { DeletePlanDialog } from '#features/admin/plans/delete-plan-dialog.tsx'
import { userQuery } from '#features/admin/user-page/get-user.ts'
import { actorTexts, auditTexts } from '#features/admin/user-page/timeline/audit-messages.ts'
import { UserSessions } from '#features/admin/user-page/user-sessions.tsx'
import { activateLanguage, i18n } from '#i18n/i18n.ts'
import { auditActions } from '#server/lib/audit-actions.ts'
import { interact, render } from '#support/browser/render.tsx'

const { call, refreshUser } = vi.hoisted(() => ({ call: vi.fn(), refreshUser: vi.fn(async () => undefined) }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => {
  call.mockReset()
  refreshUser.mockClear()
})

const refusal = (code: string) => new ApiError({ status: 403, code, message: 'Refused', recognised: true })
const press = async (label: string) => {
  const button = await vi.waitFor(() => {
    const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent?.startsWith(label))
    return all.at(-1) ?? expect.fail(`there is no ${label}`)
  })
  await interact(() => button.click())
}

test('a user is fetched when their page opens, and not again on reconnect, because each read is audited', () => {
  const { refetchOnReconnect } = userQuery(7)
  const readAgain = (data: unknown) =>
    typeof refetchOnReconnect === 'function' ? refetchOnReconnect({ state: { data } } as never) : 'always'
  expect([readAgain({ id: 7 }), readAgain(undefined)]).toEqual([false, true])
})

test('the sessions of a user are fetched after the user, because they belong to the same audit entry', async () => {
  call.mockResolvedValue({ results: [], count: 0 })
  const page = await render(<UserSessions id={40} looked={false} />)
  expect(call).not.toHaveBeenCalled()
  expect(page.textContent).toContain('Sessions')
  await render(<UserSessions id={40} looked />)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
})

test.each(['en', 'es'] as const)('every audited action has a distinct name (%s)', async (language) => {
  await activateLanguage(language)
  const names = auditActions.map((action) => {
    const words = auditTexts[action]
    return words === undefined ? `no words for ${action}` : i18n._(words)
  })
  expect(names.filter((name) => name.startsWith('no words'))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(actorTexts).sort()).toEqual(['admin', 'operator', 'provider'])
})

test.each([
  ['permission_denied', 1],
  ['conflict', 0],
])('a deletion that is refused with %s refetches the admin’s roles %i times', async (code, looks) => {
  call.mockRejectedValue(refusal(code))
  const plan = { id: 7, title: 'Monthly' } as AdminPlan
  const onClose = vi.fn()
  await render(<DeletePlanDialog plan={plan} open onClose={onClose} onDeleted={vi.fn()} finalFocus={() => null} />)
  await press('Delete')
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith(deletePlan, expect.anything()))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(refreshUser).toHaveBeenCalledTimes(looks)
})

test.each([
  ['not_found', 'is removed from the list, because it had already ended', 0],
  ['permission_denied', 'stays in the list, and the admin’s roles are refetched', 1],
])('a session whose revocation is refused with %s %s', async (code, _, looks) => {
  const time = '2026-11-21T12:00:00.000Z'
  const session = { id: 's1', device: 'Firefox', is_current: false, created_at: time, last_used_at: time }
  call.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === endUserSession) throw refusal(code)
    if (endpoint === listUserSessions) return { results: [session] }
    return { results: [], count: 0 }
  })
  // Each test has its own user: the cached sessions outlive a test.
  const page = await render(<UserSessions id={looks + 50} looked />)
  await vi.waitFor(() => expect(page.textContent).toContain('Firefox'))
  await press('Revoke')
  await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull())
  await press('Revoke')
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith(endUserSession, { params: { id: looks + 50, session: 's1' } }),
  )
  await vi.waitFor(() => expect(page.textContent?.includes('Firefox')).toBe(looks === 1))
  await vi.waitFor(() => expect(refreshUser).toHaveBeenCalledTimes(looks))
})
