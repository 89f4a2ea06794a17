import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { DeletePlanDialog } from '#features/admin/plans/delete-plan-dialog.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => call.mockReset())

const plan = { id: 7, title: 'Monthly' } as AdminPlan

/** Presses Delete in that language; returns the announcement, and whether the page was notified of the deletion. */
async function remove(language: 'en' | 'es', answer: () => Promise<unknown>) {
  call.mockImplementation(answer)
  const onDeleted = vi.fn()
  const dialog = <DeletePlanDialog plan={plan} open onClose={vi.fn()} onDeleted={onDeleted} finalFocus={() => null} />
  const page = await render(
    <>
      <Toaster />
      {dialog}
    </>,
  )
  await interact(() => activateLanguage(language))
  const label = { en: 'Delete', es: 'Borrar' }[language]
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(label))
    return found ?? expect.fail(`there is no ${label}`)
  })
  await interact(() => button.click())
  const said = await vi.waitFor(() => {
    const toast = page.querySelector('[role="status"], [role="alert"]')
    return toast?.textContent || expect.fail('nothing was said')
  })
  return { said, onDeleted }
}

test.each([
  ['en', 'Success Deleted'],
  ['es', 'Borrado correctamente'],
] as const)(
  'a plan deleted without a message from the server shows our own success text (%s)',
  async (language, words) => {
    const { said, onDeleted } = await remove(language, async () => ({ message: '' }))
    expect(said).toBe(words)
    expect(onDeleted).toHaveBeenCalledOnce()
    expect(call).toHaveBeenCalledWith(expect.anything(), { params: { id: plan.id } })
  },
)

test('a message from the server about a deleted plan is shown instead of our own', async () => {
  const { said } = await remove('en', async () => ({ message: 'The plan was archived, because it has been sold' }))
  expect(said).toBe('The plan was archived, because it has been sold')
})
