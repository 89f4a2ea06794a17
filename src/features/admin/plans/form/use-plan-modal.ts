import { useEffect, useRef, useState } from 'react'
import type { AdminPlan } from '#contract/objects/plan.ts'

/** The form is reset this many milliseconds after closing, so that it does not empty while it fades out. */
export const RESET_AFTER_MS = 250

type PlanModalMode = 'closed' | 'CREATE' | 'EDIT'

type State = {
  mode: PlanModalMode
  /** The edited plan; null for a new one. Still set while the modal closes. */
  plan: AdminPlan | null
  /** The key of the form: another number remounts it. */
  form: number
  isReset: boolean
}

const first: State = { mode: 'closed', plan: null, form: 0, isReset: true }

export type PlanModal = ReturnType<typeof usePlanModal>

/** The state of the modal: closed, CREATE or EDIT. The form resets shortly after closing. */
export function usePlanModal() {
  const [state, setState] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function open(plan: AdminPlan | null) {
    clearTimeout(timer.current)
    setState((before) => {
      const mode = plan === null ? 'CREATE' : 'EDIT'
      const isSame = !before.isReset && before.plan?.id === plan?.id
      return isSame ? { ...before, mode } : { mode, plan, form: before.form + 1, isReset: false }
    })
  }
  function close() {
    setState((before) => ({ ...before, mode: 'closed' }))
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setState((before) => ({ mode: 'closed', plan: null, form: before.form + 1, isReset: true })),
      RESET_AFTER_MS,
    )
  }
  return { ...state, open, close }
}
