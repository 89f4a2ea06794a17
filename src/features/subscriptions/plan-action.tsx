import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { useSession } from '#session/session-atom.ts'
import { Button } from '#ui/button.tsx'
import styles from './page.module.css'

type Props = { plan: Plan; isPending: boolean; onStart: () => void }

/** What a signed-in person can do with a plan: it is theirs, or had, or can be started, or not yet bought. */
export function PlanAction({ plan, isPending, onStart }: Props) {
  const language = useLanguage()
  const mine = useSession()?.user.subscriptions.filter((subscription) => subscription.plan.id === plan.id) ?? []
  const active = mine.find(({ is_active_now }) => is_active_now)
  if (active !== undefined) {
    return (
      <p className={styles.yours}>
        <Trans>Yours until {formatDate(active.current_period_end, language)}</Trans>
      </p>
    )
  }
  if (!isFree(plan.price)) {
    return (
      <p className={styles.unavailable}>
        <Trans>Not available yet in this version.</Trans>
      </p>
    )
  }
  if (mine.length > 0) {
    return (
      <p className={styles.unavailable}>
        <Trans>You have already had this trial.</Trans>
      </p>
    )
  }
  return (
    <Button variant="primary" wide pending={isPending} pendingLabel={<Trans>Starting…</Trans>} onClick={onStart}>
      <Trans>Start free</Trans>
    </Button>
  )
}
