import { t } from '@lingui/core/macro'
import { forgetWiped } from '#offline/database/data-loss.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { readAgain } from '#offline/database/read-again.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { readRecord } from '#session/token-record/token-record.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'

/** Reports once that the browser has deleted this device's data. */
export function sayWiped(db: CompanionDatabase): void {
  const done = () => void forgetWiped(db).catch(reportError)
  showPrompt({
    id: 'wiped',
    text: t`This browser had cleared what was kept on this device. Your chats are being fetched again; drafts and unsent messages that were only here are gone.`,
    actions: [{ label: t`OK`, onSelect: done, primary: true }],
  })
}

/**
 * After the browser has closed the connection: reports it only if the database cannot be read again, or lacks the record
 * of the session, because the browser has deleted it.
 */
export async function sayIfLost(db: CompanionDatabase): Promise<void> {
  const isReadable = await readAgain(() => readRecord(db)).then(
    (record) => record !== null || currentSession() === null,
    () => false,
  )
  if (!isReadable) sayLost()
}

/** Reports that the database was closed or deleted while this page was open, so that its screens no longer update. */
export function sayLost(): void {
  showPrompt({
    id: 'lost',
    text: t`The browser has closed what is kept on this device. Copy what you are typing, then reload the page.`,
    actions: [
      { label: t`Later`, onSelect: () => undefined },
      { label: t`Reload`, onSelect: () => window.location.reload(), primary: true },
    ],
    urgent: true,
  })
}

/** Reports that the database upgrade waits for a tab of an older build; the prompt closes when that tab does. */
export function sayBlocked(isBlocked: boolean): void {
  if (!isBlocked) {
    closePrompt('blocked')
    return
  }
  showPrompt({
    id: 'blocked',
    text: t`Another tab holds an older version of Companion, and your chats wait for it. Close the other tabs; if nothing happens then, reload this one.`,
    actions: [
      { label: t`Later`, onSelect: () => undefined },
      { label: t`Reload`, onSelect: () => window.location.reload(), primary: true },
    ],
    urgent: true,
  })
}
