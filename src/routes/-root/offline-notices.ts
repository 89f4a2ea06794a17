import { t } from '@lingui/core/macro'
import { settleConflict } from '#offline/conflicts.ts'
import type { CompanionDatabase } from '#offline/database.ts'
import type { ConflictRow } from '#offline/rows.ts'
import { forgetWiped } from '#offline/wiped.ts'
import { dismissToast, toastPrompt } from '#ui/toast.ts'

/** Another device had renamed a chat meanwhile; the name of this one stands until the person says otherwise. */
export function sayConflict(db: CompanionDatabase, conflict: ConflictRow): void {
  const { id, mine, theirs } = conflict
  const choose = (choice: 'mine' | 'theirs') => () => {
    dismissToast(id)
    settleConflict(db, conflict, choice).catch(reportError)
  }
  toastPrompt({
    id,
    text: t`On another device this chat was named “${theirs}”. Now it is “${mine}”.`,
    actions: [
      { label: t`Keep`, onSelect: choose('mine'), primary: true },
      { label: t`Use the other name`, onSelect: choose('theirs') },
    ],
    onDismiss: choose('mine'),
  })
}

/** What was kept here is gone; said once. */
export function sayWiped(db: CompanionDatabase): void {
  const done = () => {
    dismissToast('wiped')
    forgetWiped(db).catch(reportError)
  }
  toastPrompt({
    id: 'wiped',
    text: t`This browser had cleared what was kept on this device. Your chats are being fetched again; drafts and unsent messages that were only here are gone.`,
    actions: [{ label: t`OK`, onSelect: done, primary: true }],
    onDismiss: done,
  })
}

/** The database was closed or deleted under this page, whose screens no longer follow it. */
export function sayLost(): void {
  toastPrompt({
    id: 'lost',
    text: t`The browser has closed what is kept on this device. Copy what you are typing, then reload the page.`,
    actions: [{ label: t`Reload`, onSelect: () => window.location.reload(), primary: true }],
    urgent: true,
  })
}
