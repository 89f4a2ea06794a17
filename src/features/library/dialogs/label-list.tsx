import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Folder } from '#contract/objects/chat.ts'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { PencilIcon, PlusIcon } from '#ui/icons/icons.tsx'
import { createLabel, deleteLabel, updateLabel } from '../labels/change-label.ts'
import { LabelForm } from '../labels/label-form.tsx'
import { type LabelKind, LabelMark } from '../labels/label-mark.tsx'
import styles from './dialogs.module.css'

export interface LabelListProps {
  userId: number
  kind: LabelKind
  labels: readonly Folder[]
  /** Renders an input before a label to choose it; both are wrapped in a `<label>`. */
  control?: (label: Folder) => ReactNode
  /** Shown before the labels: the choice of no folder. */
  first?: ReactNode
  /** Called when a new label was created here. */
  onCreated?: (id: string) => void
  /** Called when a label was deleted here: it can no longer be chosen. */
  onDeleted?: (id: string) => void
  /** Called when a form opens or closes; while one is open, the dialog's own action is disabled. */
  onEditing?: (editing: boolean) => void
}

/** Lists folders or tags, each with an inline form to rename, recolour and delete it, and a form for a new one. */
export function LabelList(props: LabelListProps) {
  const { userId, kind, labels, control, first, onCreated, onDeleted, onEditing } = props
  // A label as it was when its form was opened: what another device changes meanwhile is no change of this user.
  const [edited, setEdited] = useState<Folder | typeof NEW | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  // When a form closes, the focus returns to the button that opened it.
  const back = useRef<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (edited !== null) return
    if (back.current?.isConnected) back.current.focus()
    else if (back.current) add.current?.focus()
    back.current = null
  }, [edited])
  const open = (label: typeof edited) => {
    setEdited(label)
    onEditing?.(label !== null)
  }
  const close = () => open(null)
  const known = edited === NEW ? null : edited
  const isGone = known !== null && labels.every(({ id }) => id !== known.id)
  useEffect(() => {
    // The form has disappeared with its label, which another device has deleted.
    if (!isGone) return
    setEdited(null)
    onEditing?.(false)
  }, [isGone, onEditing])
  const others = (id?: string) => labels.flatMap((label) => (label.id === id ? [] : label.name))
  const edit = (label: Folder | typeof NEW, button: HTMLButtonElement) => {
    back.current = button
    open(label)
  }
  return (
    <>
      <ul className={styles.labels}>
        {first ? <li className={styles.row}>{first}</li> : null}
        {labels.map((label) => (
          <li key={label.id}>
            <Row kind={kind} label={label} control={control?.(label)} hidden={known?.id === label.id} onEdit={edit} />
            {known?.id === label.id ? (
              <LabelForm
                kind={kind}
                label={known}
                taken={others(label.id)}
                onClose={close}
                onSave={(patch) => updateLabel(userId, kind, label.id, changesOf(known, patch))}
                onDelete={async () => {
                  await deleteLabel(userId, kind, label.id)
                  onDeleted?.(label.id)
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {edited === NEW ? (
        <LabelForm
          kind={kind}
          taken={others()}
          onClose={close}
          onSave={async (draft) => {
            const id = await createLabel(userId, kind, draft)
            onCreated?.(id)
          }}
        />
      ) : null}
      <div hidden={edited === NEW}>
        <Button
          ref={add}
          size="s"
          variant="quiet"
          icon={<PlusIcon size={18} />}
          onClick={(event) => edit(NEW, event.currentTarget)}
        >
          {kind === 'folder' ? <Trans>New folder</Trans> : <Trans>New tag</Trans>}
        </Button>
      </div>
    </>
  )
}

const NEW = 'new'

interface RowProps {
  kind: LabelKind
  label: Folder
  control: ReactNode
  hidden: boolean
  onEdit: (label: Folder, button: HTMLButtonElement) => void
}

function Row({ kind, label, control, hidden, onEdit }: RowProps) {
  const { t } = useLingui()
  const { name } = label
  const face = (
    <>
      <LabelMark kind={kind} label={label} />
      <span className={styles.labelName} dir="auto">
        {name}
      </span>
    </>
  )
  return (
    <div className={styles.row} hidden={hidden}>
      {control ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the caller passes the control
        <label className={styles.choice}>
          {control}
          {face}
        </label>
      ) : (
        <span className={styles.choice}>{face}</span>
      )}
      <IconButton
        size="s"
        label={t`Edit “${name}”`}
        icon={<PencilIcon size={18} />}
        onClick={(event) => onEdit(label, event.currentTarget)}
      />
    </div>
  )
}

function changesOf({ name, color }: Folder, draft: { name: string; color: string | null }) {
  return {
    ...(draft.name === name ? {} : { name: draft.name }),
    ...(draft.color === color ? {} : { color: draft.color }),
  }
}
