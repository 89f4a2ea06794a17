import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from '#data/use-live-query.ts'
import { countUnsent } from '#offline/outbox/count-unsent.ts'
import { Button } from '#ui/button/button.tsx'
import { UnsentItems } from '#ui/data-display/unsent-items.tsx'
import styles from './delete-account.module.css'

type Props = { userId: number; onCancel: () => void; onGoOn: () => void }

const none = { messages: 0, changes: 0, drafts: 0, files: 0 }

/** The first step. It also lists the unsent data on this device, with live numbers. */
export function DeleteConsequences({ userId, onCancel, onGoOn }: Props) {
  const unsent = useLiveQuery(() => countUnsent(userId), [userId]) ?? none
  return (
    <>
      <ul className={styles.list}>
        <li>
          <Trans>your profile, photo and settings</Trans>
        </li>
        <li>
          <Trans>all your chats, folders and tags</Trans>
        </li>
        <li>
          <Trans>your subscription; nothing more is charged</Trans>
        </li>
        <li>
          <Trans>your session on every device, and the copies on this one</Trans>
        </li>
        <UnsentItems {...unsent} className={styles.lost} />
      </ul>
      <p className={styles.hint}>
        <Trans>To keep a copy, download your data first.</Trans>
      </p>
      <div className={styles.actions}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" onClick={onGoOn}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </>
  )
}
