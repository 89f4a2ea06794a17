import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CHAT_TAGS_MAX } from '#contract/limits.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { tagChats } from '../chat-menu/change-chats.ts'
import { useLabels } from '../labels/use-labels.ts'
import styles from './dialogs.module.css'
import { LabelList } from './label-list.tsx'
import type { ChatsDialogProps } from './move-dialog.tsx'
import { returnFocus } from './return-focus.ts'
import { useSelectedChats } from './use-selected-chats.ts'

/** Chooses the tags of chats; a tag that only some of several chats have is unchanged unless the user changes it. */
export function TagsDialog({ userId, chatIds, open, onClose }: ChatsDialogProps) {
  const { t } = useLingui()
  const { tags } = useLabels(userId)
  const rows = useSelectedChats(userId, chatIds) ?? []
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [editing, setEditing] = useState(false)
  const holders = (tagId: string) => rows.filter((row) => row.tags.includes(tagId)).length
  const save = () => {
    const given = (on: boolean) => [...changes].flatMap(([tagId, is]) => (is === on ? tagId : []))
    tagChats(userId, chatIds, { add: given(true), remove: given(false) }).then(() => onClose(true), toastFailure)
  }
  const set = (tagId: string, on: boolean) => setChanges((before) => new Map(before).set(tagId, on))
  const forget = (tagId: string) => setChanges((before) => new Map([...before].filter(([id]) => id !== tagId)))
  const most = Math.max(0, ...rows.map((row) => countTags(row.tags, changes)))
  const hasTooMany = most > CHAT_TAGS_MAX
  return (
    <Dialog
      open={open}
      onOpenChange={() => onClose(false)}
      title={t`Manage tags`}
      size="s"
      finalFocus={returnFocus}
      holds={editing}
      actions={
        editing ? null : (
          <>
            <Button onClick={() => onClose(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" aria-disabled={hasTooMany} onClick={() => hasTooMany || save()}>
              <Trans>Save</Trans>
            </Button>
          </>
        )
      }
    >
      {tags.length === 0 ? (
        <p className={styles.empty}>
          <Trans>Tags bring together chats from several folders.</Trans>
        </p>
      ) : null}
      <LabelList
        userId={userId}
        kind="tag"
        labels={tags}
        control={({ id }) => {
          const held = holders(id)
          const changed = changes.get(id)
          const some = changed === undefined && held > 0 && held < rows.length
          return (
            <input
              type="checkbox"
              className={styles.control}
              ref={(box) => {
                if (box) box.indeterminate = some
              }}
              checked={changed ?? (held > 0 && held === rows.length)}
              onChange={(event) => set(id, event.target.checked)}
            />
          )
        }}
        onEditing={setEditing}
        onCreated={(id) => set(id, true)}
        onDeleted={forget}
      />
      <p role="status" className={styles.limit}>
        {hasTooMany ? (
          <Plural value={CHAT_TAGS_MAX} one="A chat has at most # tag." other="A chat has at most # tags." />
        ) : null}
      </p>
    </Dialog>
  )
}

const countTags = (tagIds: readonly string[], changes: ReadonlyMap<string, boolean>): number =>
  new Set([
    ...tagIds.filter((tagId) => changes.get(tagId) !== false),
    ...[...changes].flatMap(([tagId, on]) => (on ? tagId : [])),
  ]).size
