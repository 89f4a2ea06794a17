import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { moveChats } from '../chat-menu/change-chats.ts'
import { useLabels } from '../labels/use-labels.ts'
import styles from './dialogs.module.css'
import { LabelList } from './label-list.tsx'
import { returnFocus } from './return-focus.ts'
import { useSelectedChats } from './use-selected-chats.ts'

export interface ChatsDialogProps {
  userId: number
  chatIds: readonly string[]
  open: boolean
  /** `done`: the action was completed. */
  onClose: (done: boolean) => void
}

/** Chooses one folder, or none, for chats. */
export function MoveDialog({ userId, chatIds, open, onClose }: ChatsDialogProps) {
  const { t } = useLingui()
  const name = useId()
  const { folders } = useLabels(userId)
  const rows = useSelectedChats(userId, chatIds)
  // Undefined: the user has not chosen yet; null: no folder.
  const [picked, setPicked] = useState<string | null | undefined>()
  const [editing, setEditing] = useState(false)
  const folderIds = new Set(rows?.map(({ folder }) => folder))
  const together = folderIds.size === 1 ? [...folderIds][0] : undefined
  const current = picked === undefined ? together : picked
  const move = () => {
    if (current === undefined) return
    moveChats(userId, chatIds, current).then(() => onClose(true), toastFailure)
  }
  const radio = (folderId: string | null) => (
    <input
      type="radio"
      className={styles.control}
      name={name}
      checked={current === folderId}
      onChange={() => setPicked(folderId)}
    />
  )
  return (
    <Dialog
      open={open}
      onOpenChange={() => onClose(false)}
      title={t`Move to folder`}
      size="s"
      finalFocus={returnFocus}
      holds={editing}
      actions={
        editing ? null : (
          <>
            <Button onClick={() => onClose(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" aria-disabled={current === undefined} onClick={move}>
              <Trans>Move</Trans>
            </Button>
          </>
        )
      }
    >
      <LabelList
        userId={userId}
        kind="folder"
        labels={folders}
        first={
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is rendered above
          <label className={styles.choice}>
            {radio(null)}
            <span className={styles.labelName}>
              <Trans>No folder</Trans>
            </span>
          </label>
        }
        control={({ id }) => radio(id)}
        onEditing={setEditing}
        onCreated={setPicked}
        onDeleted={(id) => setPicked((before) => (before === id ? undefined : before))}
      />
    </Dialog>
  )
}
