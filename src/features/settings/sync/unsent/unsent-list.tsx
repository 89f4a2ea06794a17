import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { requestFlush } from '#offline/flush/request-flush.ts'
import { afterAttempt } from '#offline/outbox/after-attempt.ts'
import { discard, retry, retryAll } from '#offline/outbox/outbox-actions.ts'
import { Button } from '#ui/button/button.tsx'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { Failure, Group } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import { DiscardUnsent } from './discard-unsent.tsx'
import { UnsentItem } from './unsent-item.tsx'
import styles from './unsent-list.module.css'
import type { UnsentItemData } from './use-unsent.ts'

/** Lists all messages and changes of this device that the server does not have yet. */
export function UnsentList({ userId, unsent }: { userId: number; unsent: readonly UnsentItemData[] }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const heading = useRef<HTMLHeadingElement>(null)
  const [discarded, setDiscarded] = useState<OutboxEntry | null>(null)
  const again = useAction(async (id?: string) => {
    await (id === undefined ? retryAll(database(), userId) : retry(database(), id))
    requestFlush()
  })
  const giveUp = async (entry: OutboxEntry) => {
    const isTaken = await afterAttempt(database(), entry.id, () => discard(database(), entry.id))
    if (!isTaken) return toastError(t`It is being sent right now, so it stays`)
    if (entry.kind === 'message.send') toastSuccess(t`Your words are in the draft of that chat again`)
  }
  const count = unsent.length
  const failed = unsent.filter(({ entry }) => entry.state === 'failed').length
  return (
    <Group
      headingRef={heading}
      title={<Trans>Waiting to be sent</Trans>}
      text={
        <span role="status">
          {count === 0 && <Trans>Everything is sent.</Trans>}
          {count > 0 && <Amount unsent={unsent} />}
          {failed > 0 && (
            <>
              {' '}
              <Plural value={failed} one="# could not be sent." other="# could not be sent." />
            </>
          )}
          {count > 0 && !isOnline && (
            <>
              {' '}
              <Trans>You are offline: what waits is sent when there is a network.</Trans>
            </>
          )}
        </span>
      }
    >
      {count > 0 && (
        <>
          <div>
            {isOnline ? (
              <Button ref={focusAfterRemoval(() => heading.current)} size="s" onClick={() => again.run()}>
                <Trans>Retry all</Trans>
              </Button>
            ) : null}
            <Failure>{again.failure}</Failure>
          </div>
          <ul className={styles.list}>
            {unsent.map((item) => (
              <UnsentItem
                key={item.entry.id}
                {...item}
                isOnline={isOnline}
                heading={heading}
                onRetry={again.run}
                onDiscard={setDiscarded}
              />
            ))}
          </ul>
        </>
      )}
      <DiscardUnsent entry={discarded} onClose={() => setDiscarded(null)} onConfirm={giveUp} focusAfter={heading} />
    </Group>
  )
}

function Amount({ unsent }: { unsent: readonly UnsentItemData[] }) {
  const count = unsent.length
  return unsent.every(({ entry }) => entry.kind === 'message.send') ? (
    <Plural value={count} one="# message is only on this device." other="# messages are only on this device." />
  ) : (
    <Plural value={count} one="# change is only on this device." other="# changes are only on this device." />
  )
}
