import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { endsWithPeriod, NEAR_LIMIT, refreshUsage, shareOf, type UsageLimits, usageQuery } from '#data/usage.ts'
import { formatPercent } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { AlertIcon } from '#ui/icons/icons.tsx'
import { formatMoment } from '../format-moment.ts'
import styles from '../screen/chat-screen.module.css'

/** Soon after the period should have begun again, since the clock of this device may be ahead of the server's. */
const SOON_MS = 60_000
/** Timers take no longer times than 24 days, and a device may sleep through them. */
const LATEST_MS = 60 * 60_000

/**
 * Shown from 80 % of the plan's tokens on; when all are used, it says until when messages wait, if a period follows.
 */
export function UsageStatusBar({ userId, answering }: { userId: number; answering: boolean }) {
  const language = useLanguage()
  const session = useSession()
  const { data } = useQuery({ ...usageQuery(userId), refetchInterval: untilReset }, queryClient)
  useFreshAfterAnswers(answering)
  useFreshAfterNewPlan(session?.user)
  const share = data ? shareOf(data.tokens) : null
  if (!data || share === null || share < NEAR_LIMIT) return null
  const percent = formatPercent(share, language)
  const end = data.resets_at ?? ''
  const moment = formatMoment(end, language)
  const isLast = session !== null && endsWithPeriod(session.user, end)
  return (
    <div className={styles.bar} data-warn="">
      <AlertIcon size={16} />
      <span>
        {share < 1 ? (
          isLast ? (
            <Trans>
              {percent} of your plan is used. It ends: {moment}.
            </Trans>
          ) : (
            <Trans>
              {percent} of your plan is used. Counting begins again: {moment}.
            </Trans>
          )
        ) : isLast ? (
          <Trans>Your plan is used up and ends: {moment}. What you write is kept; to send it, choose a plan.</Trans>
        ) : (
          <Trans>Your plan is used up until {moment}. What you write is kept and sent after that.</Trans>
        )}{' '}
        <Link to="/account" hash="usage">
          <Trans>See usage</Trans>
        </Link>
      </span>
    </div>
  )
}

/** Refetches the usage after each answer, because tokens are counted only when an answer ends. */
function useFreshAfterAnswers(answering: boolean) {
  const before = useRef(answering)
  useEffect(() => {
    const ended = before.current && !answering
    before.current = answering
    if (ended) void refreshUsage()
  }, [answering])
}

/** The time until the usage is counted anew, for the next refetch. */
function untilReset({ state }: { state: { data?: UsageLimits | undefined } }): number | false {
  const end = state.data?.resets_at
  if (!end) return false
  return Math.min(LATEST_MS, Math.max(SOON_MS, Date.parse(end) - Date.now()))
}

/** Refetches the usage when a plan was bought or renewed, here or elsewhere. */
function useFreshAfterNewPlan(user: User | undefined) {
  const active = user?.subscriptions.filter(({ is_active_now }) => is_active_now)
  const plans = active?.map(({ id, plan, current_period_start }) => `${id} ${plan.id} ${current_period_start}`).join()
  const before = useRef(plans)
  useEffect(() => {
    if (before.current !== plans) void refreshUsage()
    before.current = plans
  }, [plans])
}
