import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { DELETED_DAYS } from '#contract/limits.ts'
import { seeNewestChats } from '#data/see-newest-chats.ts'
import { database } from '#offline/database/database.ts'
import { enqueueClear } from '#offline/deleted/enqueue-deleted.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import styles from './clear-history.module.css'

/** Deletes all chats in two steps; saved ones only when the user includes them. */
export function ClearHistory({ userId }: { userId: number }) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [withSaved, setWithSaved] = useState(false)
  const [isCleared, setCleared] = useState(false)
  const open = (next: boolean) => {
    if (next) setWithSaved(false)
    setOpen(next)
  }
  return (
    <Group title={<Trans>History</Trans>}>
      <Row
        label={<Trans>Delete all chats</Trans>}
        text={
          <span role="status">
            {isCleared ? (
              <Trans>The chats are in Recently deleted.</Trans>
            ) : (
              <Trans>
                On the server and on all your devices, offline too. Saved chats stay unless you ask. Deleted chats lie
                in Recently deleted for {DELETED_DAYS} days.
              </Trans>
            )}
          </span>
        }
        action={
          <Button icon={<TrashIcon size={18} />} onClick={() => open(true)}>
            <Trans>Clear history…</Trans>
          </Button>
        }
      />
      <Row
        label={<Trans>Import chats</Trans>}
        text={<Trans>From ChatGPT, Claude or another account of Companion.</Trans>}
        action={
          <LinkButton to="/import-chats">
            <Trans>Import…</Trans>
          </LinkButton>
        }
      />
      <Row
        label={<Trans>Recently deleted</Trans>}
        text={<Trans>Deleted and ended chats, to be restored or deleted for good.</Trans>}
        action={
          <LinkButton to="/recently-deleted">
            <Trans>Show</Trans>
          </LinkButton>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        title={t`Clear your history?`}
        text={
          withSaved ? (
            <Trans>All your chats go to Recently deleted. You can restore them for {DELETED_DAYS} days.</Trans>
          ) : (
            <Trans>
              All chats that are not saved go to Recently deleted. You can restore them for {DELETED_DAYS} days.
            </Trans>
          )
        }
        confirmLabel={withSaved ? t`Delete all chats` : t`Delete unsaved chats`}
        pendingLabel={t`Deleting…`}
        danger
        onConfirm={async () => {
          await clearChats(userId, withSaved)
          setCleared(true)
        }}
      >
        <div className={styles.also}>
          <input
            id={id}
            type="checkbox"
            className={styles.box}
            checked={withSaved}
            onChange={(event) => setWithSaved(event.target.checked)}
          />
          <label htmlFor={id}>
            <Trans>Saved chats too</Trans>
          </label>
        </div>
      </ConfirmDialog>
    </Group>
  )
}

/**
 * Moves chats to Recently deleted, saved ones only on request: here at once, on the server as soon as it is reached.
 */
async function clearChats(userId: number, withSaved: boolean): Promise<void> {
  await seeNewestChats(userId)
  await enqueueClear(database(), userId, withSaved)
}
