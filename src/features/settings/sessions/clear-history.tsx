import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TrashIcon } from '#ui/icons/icons.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import { clearChats } from './clear-chats.ts'
import styles from './clear-history.module.css'

/** Deletes all chats in two steps; saved ones only when the user includes them. */
export function ClearHistory({ userId }: { userId: number }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [withSaved, setWithSaved] = useState(false)
  const [deleted, setDeleted] = useState<number | null>(null)
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
            {deleted === null ? (
              <Trans>On the server and on all your devices. Saved chats stay unless you ask.</Trans>
            ) : (
              <Plural
                value={deleted}
                _0="There was nothing to delete."
                one="# chat is deleted."
                other="# chats are deleted."
              />
            )}
            {isOnline ? null : (
              <>
                {' '}
                <Trans>You are offline: this needs a network.</Trans>
              </>
            )}
          </span>
        }
        action={
          <Button icon={<TrashIcon size={18} />} disabled={!isOnline} onClick={() => open(true)}>
            <Trans>Clear history…</Trans>
          </Button>
        }
      />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        title={t`Clear your history?`}
        text={
          withSaved ? (
            <Trans>All your chats are deleted, with their messages. This cannot be undone.</Trans>
          ) : (
            <Trans>All chats that are not saved are deleted, with their messages. This cannot be undone.</Trans>
          )
        }
        confirmLabel={withSaved ? t`Delete all chats` : t`Delete unsaved chats`}
        pendingLabel={t`Deleting…`}
        danger
        onConfirm={async () => setDeleted(await clearChats(userId, withSaved))}
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
