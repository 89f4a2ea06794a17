import { expect, test, vi } from 'vitest'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { RESET_AFTER_MS, usePlanModal } from '#features/admin/plans/form/use-plan-modal.ts'
import { interact, render } from '#support/browser/render.tsx'

const plan = { id: 7 } as AdminPlan

test('the plan modal is closed, CREATE or EDIT, and its form resets a quarter of a second after closing', async () => {
  vi.useFakeTimers()
  try {
    let modal: ReturnType<typeof usePlanModal> | undefined
    function Holder() {
      modal = usePlanModal()
      return null
    }
    await render(<Holder />)
    expect(modal).toMatchObject({ mode: 'closed', plan: null })
    await interact(() => modal?.open(plan))
    expect(modal).toMatchObject({ mode: 'EDIT', plan })
    const form = modal?.form
    await interact(() => modal?.close())
    // The texts of the modal do not change while it closes.
    expect(modal).toMatchObject({ mode: 'closed', plan, form })
    await interact(() => void vi.advanceTimersByTime(RESET_AFTER_MS - 1))
    expect(modal).toMatchObject({ plan, form })
    await interact(() => void vi.advanceTimersByTime(1))
    expect(modal?.plan).toBeNull()
    expect(modal?.form).not.toBe(form)
    await interact(() => modal?.open(null))
    expect(modal).toMatchObject({ mode: 'CREATE', plan: null })
    const empty = modal?.form
    await interact(() => modal?.close())
    await interact(() => modal?.open(null))
    expect(modal?.form, 'opened again at once, what was typed is still there').toBe(empty)
  } finally {
    vi.useRealTimers()
  }
})
