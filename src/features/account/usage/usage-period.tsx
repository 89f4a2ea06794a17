import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { endsWithPeriod, shareOf, type UsageLimits } from '#data/usage.ts'
import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import styles from './usage.module.css'

/** Shows the plan, when the next period starts, and what happens when the plan is used up. */
export function UsagePeriod({ usage, plan, user }: { usage: UsageLimits; plan: Plan; user: User }) {
  const language = useLanguage()
  const end = usage.resets_at ?? ''
  const [date, time] = [formatDate(end, language), formatTime(end, language)]
  const title = usePlanTitle()(plan)
  const isUsedUp = (shareOf(usage.tokens) ?? 0) >= 1
  const isLast = endsWithPeriod(user, end)
  return (
    <>
      <p className={styles.period}>
        {isLast ? (
          <Trans>
            {title}: this period ends on {date}, {time}.
          </Trans>
        ) : (
          <Trans>
            {title}: counting begins again on {date}, {time}.
          </Trans>
        )}
      </p>
      {isUsedUp ? (
        <div className={styles.unread}>
          <p>
            {isLast ? (
              <Trans>Nothing is left. What you write is kept; to send it, choose a plan.</Trans>
            ) : (
              <Trans>Nothing is left. What you write is kept and sent by itself when there is room again.</Trans>
            )}
          </p>
          <LinkButton to="/subscriptions">
            <Trans>See all plans</Trans>
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}
