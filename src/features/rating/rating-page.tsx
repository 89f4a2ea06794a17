import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { BackLink, Subpage } from '#ui/layout/subpage.tsx'
import { useOnline } from '#ui/use-online.ts'
import { RatingForm } from './rating-form.tsx'
import styles from './rating-page.module.css'
import { useExchanges } from './use-exchanges.ts'

/** Where an accepted validator rates exchanges of others, one after the other; works without a network. */
export function RatingPage({ userId }: { userId: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { queue, isRefused, error, reload } = useExchanges(userId)
  const exchange = queue?.exchanges[0]
  return (
    <Subpage
      back={
        <BackLink to="/chat">
          <Trans>Chats</Trans>
        </BackLink>
      }
      title={<Trans>Rate answers</Trans>}
      headingRef={heading}
    >
      {isRefused ? (
        <p>
          <Trans>
            Only accepted validators rate answers.{' '}
            <Link to="/information" hash="validators">
              Sign up
            </Link>
            , and whoever runs this server can accept you.
          </Trans>
        </p>
      ) : (
        <>
          <p className={styles.intro}>
            <Trans>
              Somebody has offered this question and its answer for rating. You see neither their name nor what a model
              or other people think of the answer, so that your judgement is your own.
            </Trans>
          </p>
          <p role="status" className={styles.state}>
            {queue === undefined ? null : (
              <>
                <Plural
                  value={queue.exchanges.length}
                  _0="None on this device."
                  one="One on this device."
                  other="# on this device."
                />{' '}
                {queue.waiting > 0 ? (
                  <Plural
                    value={queue.waiting}
                    one="One rating is waiting to be sent."
                    other="# ratings are waiting to be sent."
                  />
                ) : null}
              </>
            )}
          </p>
          {exchange ? (
            <RatingForm
              key={exchange.id}
              userId={userId}
              exchange={exchange}
              stored={queue.draft}
              onDone={() => {
                heading.current?.focus()
                window.scrollTo({ top: 0 })
              }}
            />
          ) : (
            <NothingToRate isLoaded={queue?.isLoaded ?? false} error={error} onRetry={reload} />
          )}
        </>
      )}
    </Subpage>
  )
}

interface NothingToRateProps {
  isLoaded: boolean
  error: unknown
  onRetry: () => void
}

function NothingToRate({ isLoaded, error, onRetry }: NothingToRateProps) {
  const isOnline = useOnline()
  const language = useLanguage()
  if (!isOnline) {
    return (
      <p>
        <Trans>You are offline. The next exchanges come when you are online.</Trans>
      </p>
    )
  }
  if (error !== null) {
    return (
      <Failure>
        <p>{describeFailure(error, language)}</p>
        <Button size="s" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </Failure>
    )
  }
  if (!isLoaded) return <Skeleton width="60%" />
  return (
    <EmptyState
      icon={<CheckIcon size={28} />}
      title={<Trans>Nothing to rate just now</Trans>}
      action={
        <Button onClick={onRetry}>
          <Trans>Look again</Trans>
        </Button>
      }
    />
  )
}
