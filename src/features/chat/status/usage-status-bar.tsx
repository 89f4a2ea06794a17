import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '#data/query-client.ts'
import { endsWithPeriod, NEAR_LIMIT, refreshUsage, shareOf, usageQuery } from '#data/usage.ts'
import { formatPercent } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { AlertIcon } from '#ui/icons/icons.tsx'
import { formatMoment } from '../format-moment.ts'
import styles from '../screen/chat-screen.module.css'

/**
 * Shown from 80 % of the plan's tokens on; when all are used, it says until when messages wait, if a period follows.
 */
export function UsageStatusBar({ userId, answering }: { userId: number; answering: boolean }) {
  const language = useLanguage()
  const session = useSession()
  const { data } = useQuery(usageQuery(userId), queryClient)
  useFreshAfterAnswers(answering)
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
