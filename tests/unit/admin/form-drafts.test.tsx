import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { listAllPlans } from '#contract/endpoints/admin.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { PlanDialog } from '#features/admin/plans/form/plan-dialog.tsx'
import { usePlanModal } from '#features/admin/plans/form/use-plan-modal.ts'
import { UserAccess } from '#features/admin/user-page/access/user-access.tsx'
import { ChargeItem } from '#features/admin/user-page/timeline/charge-item.tsx'
import { database } from '#offline/database/database.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: vi.fn(async () => undefined) }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(async () => {
  call.mockReset().mockResolvedValue({})
  adopt({ generation: 1, session: { ...makeAuthenticated(7), generation: 1 } }, { mirror: false })
  await database().drafts.clear()
})
afterEach(resetSession)

const plan = {
  ...{ id: 3, name: 'monthly', title: 'Monthly', description: '', price: '9.00', currency: 'USD', interval: 'month' },
  ...{ features: ['Chat'], is_enabled: true, tokens_limit: 0, searches_limit: 0, version: 1 },
} as unknown as AdminPlan

function Plans({ of }: { of: AdminPlan | null }) {
  const modal = usePlanModal()
  return (
    <>
      <button type="button" onClick={() => modal.open(of)}>
        Open
      </button>
      <PlanDialog modal={modal} />
    </>
  )
}

const charge = {
  kind: 'charge',
  id: 5,
  at: '2026-11-21T12:00:00.000Z',
  amount: '9.99',
  currency: 'USD',
  description: 'Monthly',
  refundable: '9.99',
  receipt_url: null,
} as const

const dialog = () => document.querySelector('[role="dialog"]')
const press = async (label: string) => {
  const find = () =>
    [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent.startsWith(label))
  await vi.waitFor(() => expect(find(), label).toBeDefined())
  await interact(() => find()?.click())
}
const area = () => dialog()?.querySelector('textarea') ?? expect.fail('no text area')
const openForm = async (button: string) => {
  await press(button)
  await vi.waitFor(area)
}
const close = async (how: () => Promise<void>) => {
  await how()
  await vi.waitFor(() => expect(dialog()).toBeNull())
}
const pressEscape = () =>
  interact(() => void dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))

it.each<[string, string, ReactNode]>([
  ['a new plan', 'Open', <Plans key="new" of={null} />],
  ['a plan', 'Open', <Plans key="plan" of={plan} />],
  ['a suspension', 'Suspend…', <UserAccess key="user" user={makeUser(9)} />],
  ['a refund', 'Refund…', <ChargeItem key="charge" entry={charge} of={9} />],
])(
  'what is typed into the form of %s stays when its dialog is closed, until it is cancelled',
  async (_, button, page) => {
    await render(page)
    await openForm(button)
    await typeInto(area(), 'Three lines of text')
    await close(pressEscape)
    await openForm(button)
    expect(area().value).toBe('Three lines of text')
    expect(dialog()?.textContent).toContain('Here is what you had begun')
    await close(() => press('Cancel'))
    await openForm(button)
    expect(area().value).toBe('')
  },
)

test('the features of a plan stay when its dialog is closed', async () => {
  await render(<Plans of={plan} />)
  await openForm('Open')
  const field = [...(dialog()?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === 'Features')
  await typeInto((field?.control as HTMLInputElement | undefined) ?? expect.fail('no features'), 'Voice,')
  await close(pressEscape)
  await openForm('Open')
  expect([...(dialog()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(['Chat', 'Voice'])
})

test('a plan that another admin changed is no draft once their version is taken', async () => {
  Element.prototype.scrollIntoView = () => undefined
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const theirs = { ...plan, description: 'Written by them', version: 2 }
  call.mockImplementation(async (endpoint) => {
    if (endpoint === listAllPlans) return [theirs]
    throw new ApiError({ status: 409, code: 'conflict', message: 'Changed', recognised: true })
  })
  await render(<Plans of={{ ...plan, description: 'Before' }} />)
  await openForm('Open')
  await typeInto(area(), 'Written by me')
  await press('Update')
  await press('Take theirs')
  expect(area().value).toBe('Written by them')
  await vi.waitFor(async () => expect(await database().drafts.count()).toBe(0))
  await typeInto(area(), 'Written by both')
  const drafts = () => database().drafts.toArray()
  await vi.waitFor(async () => expect(await drafts()).toMatchObject([{ text: '{"description":"Written by both"}' }]))
})
