import { t } from '@lingui/core/macro'
import { errorMessages } from '#contract/error-messages.ts'
import { describeEntry } from '#features/settings/sync/unsent/describe-entry.ts'
import { describeError } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import type { ConflictRow, OutboxEntry } from '#offline/database/rows.ts'
import { markNotified, settleConflict } from '#offline/outbox/conflicts.ts'
import { discard, retry } from '#offline/outbox/outbox-actions.ts'
import { showPrompt } from '#ui/feedback/prompt.ts'
import { toastError } from '#ui/feedback/toast.ts'

/** Reports a conflict with a change of another device. This device's change remains until the user decides. */
export function sayConflict(db: CompanionDatabase, conflict: ConflictRow): void {
  const { id } = conflict
  const choose = (choice: 'mine' | 'theirs') => () => {
    settleConflict(db, conflict, choice).catch(reportError)
  }
  const actions =
    conflict.what === 'gone'
      ? [{ label: t`OK`, onSelect: choose('mine'), primary: true }]
      : [
          { label: t`Keep`, onSelect: choose('mine'), primary: true },
          { label: describeOther(conflict), onSelect: choose('theirs') },
        ]
  showPrompt({ id, text: describeConflict(conflict), actions })
}

function describeConflict(conflict: ConflictRow): string {
  const { mine, theirs } = conflict
  switch (conflict.what) {
    case 'move':
      if (theirs === '') return t`On another device this chat was taken out of its folder. Now it is in “${mine}”.`
      if (mine === '') return t`On another device this chat was moved to “${theirs}”. Now it is in no folder.`
      return t`On another device this chat was moved to “${theirs}”. Now it is in “${mine}”.`
    case 'name':
      return conflict.label === 'folder'
        ? t`On another device this folder was named “${theirs}”. Now it is “${mine}”.`
        : t`On another device this tag was named “${theirs}”. Now it is “${mine}”.`
    case 'gone':
      return conflict.label === 'folder'
        ? t`The folder “${mine}” was deleted on another device. The chats that you put into it stay, without it.`
        : t`The tag “${mine}” was deleted on another device. The chats that you gave it stay, without it.`
    default:
      return t`On another device this chat was named “${theirs}”. Now it is “${mine}”.`
  }
}

function describeOther({ what, theirs }: ConflictRow): string {
  if (what !== 'move') return t`Use the other name`
  return theirs === '' ? t`Take it out` : t`Use the other folder`
}

/**
 * Reports a change that the server refused; it stays in the list of unsent entries until the user decides, except a
 * rating of something that was withdrawn, which is dropped.
 */
export function sayRefused(db: CompanionDatabase, prompt: string, entry: OutboxEntry): void {
  const { id, error } = entry
  if (error?.code === 'withdrawn') {
    // No retry can change it, so nothing is asked.
    toastError(errorMessages.withdrawn[currentLanguage()])
    discard(db, id).catch(reportError)
    return
  }
  const { kind, text } = describeEntry(entry)
  const what = text === null ? kind : `${kind} “${text}”`
  const reason = (error && describeError(error.code, currentLanguage())) ?? error?.message ?? ''
  const choose = (work: () => Promise<unknown>) => () => {
    work().catch(reportError)
  }
  const leave = choose(() => markNotified(db, id))
  showPrompt({
    id: prompt,
    text: t`Not saved: ${what}. ${reason}`,
    actions: [
      { label: t`Retry`, onSelect: choose(() => retry(db, id)), primary: true },
      { label: t`Discard`, onSelect: choose(() => discard(db, id)) },
      { label: t`Later`, onSelect: leave },
    ],
  })
}
