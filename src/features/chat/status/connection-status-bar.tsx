import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { useOutbox } from '#data/use-outbox.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { ClockIcon, CloudOffIcon } from '#ui/icons/icons.tsx'
import { useOnline } from '#ui/use-online.ts'
import { formatMoment } from '../format-moment.ts'
import styles from '../screen/chat-screen.module.css'

/** A message may be in transit for this many milliseconds before the status bar mentions it. */
const ON_ITS_WAY = 3_000

/**
 * Shows whether the server is reachable, the age of the shown data and the number of unsent messages. Empty when all is
 * well; its place stays reserved, so that it causes no layout shift.
 */
export function ConnectionStatusBar({ userId, unreachable }: { userId: number; unreachable: boolean }) {
  const language = useLanguage()
  const online = useOnline()
  const synced = useLiveQuery(() => database().sync.get([userId, 'chats']), [userId])
  const waiting = useOutbox(userId, countWaiting) ?? 0
  const waits = useLasting(waiting > 0, ON_ITS_WAY) || (unreachable && waiting > 0)
  useAnnounceConnection(unreachable, online)

  const time = !unreachable || synced === undefined ? null : formatMoment(synced.finished_at, language)
  return (
    <div className={styles.statusSlot}>
      {unreachable ? (
        <p className={styles.bar} data-whole="">
          <span>
            <CloudOffIcon size={16} /> {online ? <Trans>Can’t reach Companion</Trans> : <Trans>Offline</Trans>}
            {time === null ? null : (
              <>
                {' '}
                · <Trans>saved copy {time}</Trans>
              </>
            )}
            {waits ? (
              <>
                {' '}
                · <Plural value={waiting} one="# waiting" other="# waiting" />
              </>
            ) : null}
          </span>
        </p>
      ) : waits ? (
        <p className={styles.bar} data-whole="">
          <span>
            <ClockIcon size={16} /> <Plural value={waiting} one="# message waiting" other="# messages waiting" />
          </span>
        </p>
      ) : null}
    </div>
  )
}

const countWaiting = (unsent: readonly OutboxEntry[]) =>
  unsent.filter(({ kind, state }) => kind === 'message.send' && state !== 'failed').length

/** Announces changes of the connection, but not the initial state when it is fine. */
function useAnnounceConnection(unreachable: boolean, online: boolean): void {
  const { t } = useLingui()
  const announced = useRef(false)
  useEffect(() => {
    if (unreachable === announced.current) return
    announced.current = unreachable
    if (!unreachable) announce(t`Connected again`)
    else announce(online ? t`Can’t reach Companion` : t`Offline`)
  }, [unreachable, online, t])
}

/** Returns true once `flag` has been true for so many milliseconds, so that short interruptions are not shown. */
function useLasting(flag: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [flag, milliseconds])
  return flag && lasting
}
