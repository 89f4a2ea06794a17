import { plural, t } from '@lingui/core/macro'
import { toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { setChatsArchived } from './change-chats.ts'

/** Chats leave the list when they are archived, so a toast says so and offers Undo. */
export async function archiveChats(userId: number, chatIds: readonly string[], archived: boolean): Promise<void> {
  await setChatsArchived(userId, chatIds, archived)
  const count = chatIds.length
  toastUndo({
    id: `archived-${chatIds[0]}`,
    text: archived
      ? plural(count, { one: 'Chat archived', other: '# chats archived' })
      : plural(count, { one: 'Chat is in the list again', other: '# chats are in the list again' }),
    undoLabel: t`Undo`,
    onUndo: () => {
      setChatsArchived(userId, chatIds, !archived).catch(toastFailure)
    },
    onLapse: () => {},
  })
}
