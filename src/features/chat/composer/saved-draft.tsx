import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { joinTexts, readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'
import { recoverLeaving } from '#offline/drafts/unload-draft.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import styles from '../screen/chat-screen.module.css'

/** Replaces the composer in a read-only chat: shows the stored draft and stashed texts, to be read and copied. */
export function SavedDraft({ userId, chatId, isNew }: { userId: number; chatId: string; isNew: boolean }) {
  const { t } = useLingui()
  const slot = isNew ? NEW_CHAT : chatId
  useEffect(() => {
    recoverLeaving(database(), userId).catch(reportError)
  }, [userId])
  const stored = useLiveQuery(() => readStoredDrafts(database(), userId, slot), [userId, slot])
  const text = stored === undefined ? '' : joinTexts([stored.text, stored.stashed])
  if (text.trim() === '') return null
  return (
    <section className={styles.savedDraft} aria-label={t`Your draft`}>
      <div className={styles.savedDraftHead}>
        <h2>
          <Trans>Your draft is kept here</Trans>
        </h2>
        <CopyButton text={text} label={t`Copy draft`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <p className={styles.savedDraftText} dir="auto" tabIndex={0}>
        {text}
      </p>
    </section>
  )
}
