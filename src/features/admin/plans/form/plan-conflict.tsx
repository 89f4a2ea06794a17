import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { Button } from '#ui/button/button.tsx'
import { intervalName } from '../price-label.ts'
import styles from './plan-conflict.module.css'
import { planFieldNames } from './plan-field-names.ts'
import type { PlanFormValues } from './plan-schema.ts'

type PlanConflictProps = { theirs: AdminPlan; typed: PlanFormValues; onTakeTheirs: () => void }

/** Another admin has saved the plan first: shows where their version differs from the typed one. */
export function PlanConflict({ theirs, typed, onTakeTheirs }: PlanConflictProps) {
  const { i18n, t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel is below a long form, so it is scrolled into view.
    panel.current?.scrollIntoView({ block: 'start' })
  }, [])
  const show = (field: keyof PlanFormValues, plan: PlanFormValues) => {
    if (field === 'is_enabled') return plan.is_enabled ? t`Yes` : t`No`
    return write(field, plan, i18n)
  }
  const fields = (Object.keys(planFieldNames) as (keyof PlanFormValues)[]).filter(
    (field) => show(field, theirs) !== show(field, typed),
  )
  return (
    <div ref={panel} className={styles.conflict}>
      <p className={styles.title}>
        <Trans>Another admin changed this plan in the meantime.</Trans>
      </p>
      <p>
        <Trans>Nothing is lost: what they saved still counts, and what you typed is still here.</Trans>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Saved by them</Trans>
            </th>
            <th scope="col">
              <Trans>Typed by you</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{i18n._(planFieldNames[field])}</th>
              <td>{show(field, theirs)}</td>
              <td>{show(field, typed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="s" onClick={onTakeTheirs}>
        <Trans>Take theirs</Trans>
      </Button>
    </div>
  )
}

function write(field: keyof PlanFormValues, plan: PlanFormValues, i18n: I18n): string {
  if (field === 'interval') return intervalName(plan.interval, i18n)
  if (field === 'features') return plan.features.join(', ')
  return String(plan[field])
}
