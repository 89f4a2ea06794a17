import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import type { LabelKind } from '../labels/label-mark.tsx'
import { useLabels } from '../labels/use-labels.ts'
import styles from './dialogs.module.css'
import { LabelList } from './label-list.tsx'

interface LabelsDialogProps {
  userId: number
  kind: LabelKind
  open: boolean
  onClose: () => void
}

/** Lists all folders or all tags, to create, rename, recolour and delete them. */
export function LabelsDialog({ userId, kind, open, onClose }: LabelsDialogProps) {
  const { t } = useLingui()
  const { folders, tags } = useLabels(userId)
  const [editing, setEditing] = useState(false)
  const labels = kind === 'folder' ? folders : tags
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={kind === 'folder' ? t`Manage folders` : t`Manage tags`}
      size="s"
      holds={editing}
      actions={
        editing ? null : (
          <Button variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )
      }
    >
      {labels.length > 0 ? null : (
        <p className={styles.empty}>
          {kind === 'folder' ? (
            <Trans>A chat is in one folder, or in none.</Trans>
          ) : (
            <Trans>Tags bring together chats from several folders.</Trans>
          )}
        </p>
      )}
      <LabelList userId={userId} kind={kind} labels={labels} onEditing={setEditing} />
    </Dialog>
  )
}
