import { Plural, Trans } from '@lingui/react/macro'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { useOnline } from '#ui/use-online.ts'
import styles from './erase-consequences.module.css'

const none = { messages: 0, changes: 0, drafts: 0, files: 0 }

/** Lists what is deleted, what remains, and the difference while offline; the numbers are live. */
export function EraseConsequences() {
  const isOnline = useOnline()
  const { messages, changes, drafts, files } = useLiveQuery(countLosses) ?? none
  return (
    <div className={styles.text}>
      <p>
        <Trans>Removed from this device:</Trans>
      </p>
      <ul className={styles.list}>
        {messages > 0 && (
          <li className={styles.lost}>
            <Plural
              value={messages}
              one="# message that was never sent, for good"
              other="# messages that were never sent, for good"
            />
          </li>
        )}
        {changes > 0 && (
          <li className={styles.lost}>
            <Plural value={changes} one="# change that was never sent" other="# changes that were never sent" />
          </li>
        )}
        {drafts > 0 && (
          <li className={styles.lost}>
            <Plural value={drafts} one="# draft, for good" other="# drafts, for good" />
          </li>
        )}
        {files > 0 && (
          <li className={styles.lost}>
            <Plural
              value={files}
              one="# file that was never sent, for good"
              other="# files that were never sent, for good"
            />
          </li>
        )}
        <li>
          <Trans>the copies of your chats</Trans>
        </li>
        <li>
          <Trans>the settings of this device, and its notifications</Trans>
        </li>
        <li>
          <Trans>the app’s own files</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Everything on the server stays: your account and all chats that were sent. Log in again to see it.
        </Trans>
      </p>
      {isOnline ? null : (
        <p className={styles.lost}>
          <Trans>
            You are offline: Companion will not open here until you are online, and the server cannot be told that this
            device has logged out.
          </Trans>
        </p>
      )}
    </div>
  )
}

/** Counts the data that exists only on this device, of all its users. Live inside `useLiveQuery`. */
async function countLosses(): Promise<typeof none> {
  const db = database()
  const [messages, all, drafts, attached] = await Promise.all([
    db.outbox.filter(({ kind }) => kind === 'message.send').toArray(),
    db.outbox.count(),
    db.drafts.filter(({ text }) => text.trim() !== '').count(),
    db.drafts.filter(({ files = [] }) => files.length > 0).toArray(),
  ])
  // The files of an edited question are on the server.
  const unsent = messages.map((entry) => (entry.kind === 'message.send' ? (entry.body.files?.length ?? 0) : 0))
  const files = [...unsent, ...attached.map((draft) => draft.files?.length ?? 0)].reduce((sum, each) => sum + each, 0)
  return { messages: messages.length, changes: all - messages.length, drafts, files }
}
