import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { formatTime } from '#i18n/format.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { RetryIcon } from '#ui/icons/icons.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'

const MINUTE_MS = 60_000

interface LastSyncProps {
  userId: number
  finishedAt: number | null
  /** How many entries wait to be sent: a sync may end without having sent all of them. */
  unsent: number
}

/** Shows the time of the last complete sync and a button to sync now. */
export function LastSync({ userId, finishedAt, unsent }: LastSyncProps) {
  const isOnline = useOnline()
  const { run, pending, failure, done } = useAction(() => syncNow({ db: database(), api, userId }))
  return (
    <Group title={<Trans>Sync</Trans>}>
      <Row
        label={<Ago at={finishedAt} />}
        text={
          <>
            <p>{finishedAt === null ? null : <Moment at={finishedAt} />}</p>
            <p role="status">
              {done && isOnline && unsent === 0 ? <Trans>Everything is up to date.</Trans> : null}
              {isOnline ? null : <Trans>You are offline. Syncing needs a network.</Trans>}
            </p>
          </>
        }
        action={
          <Button
            icon={<RetryIcon size={18} />}
            pending={pending}
            pendingLabel={<Trans>Syncing</Trans>}
            disabled={!isOnline}
            onClick={() => run()}
          >
            <Trans>Sync now</Trans>
          </Button>
        }
      />
      <Failure>{failure}</Failure>
    </Group>
  )
}

function Ago({ at }: { at: number | null }) {
  const language = useLanguage()
  const now = useMinute(at)
  if (at === null) return <Trans>Not synced on this device yet</Trans>
  const ago = formatAgo(at, now, language)
  return <Trans>Last synced {ago}</Trans>
}

function Moment({ at }: { at: number }) {
  const language = useLanguage()
  return <time dateTime={new Date(at).toISOString()}>{`${formatDate(at, language)}, ${formatTime(at, language)}`}</time>
}

/** Returns the time in ms since 1970, updated each minute and when `also` changes: for "5 minutes ago". */
function useMinute(also: unknown): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `also` changes the time that is compared with now
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [also])
  return now
}
