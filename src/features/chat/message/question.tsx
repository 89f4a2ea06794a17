import { Trans, useLingui } from '@lingui/react/macro'
import { atom, useAtomValue } from 'jotai'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import type { AttachedFile } from '#offline/database/rows.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { ClockIcon } from '#ui/icons/icons.tsx'
import { MessageFiles } from '../attachments/message-files.tsx'
import { languageOfText } from '../speech/language-of-text.ts'
import type { QuestionRow } from '../thread/rows/build-rows.ts'
import { useChatActions } from './actions/chat-actions.ts'
import styles from './messages.module.css'
import { QuestionActions } from './question-actions.tsx'
import { SendStatus } from './send-status.tsx'
import { VersionPager } from './versions/version-pager.tsx'
import { WaitingMenu } from './waiting-menu.tsx'

/** Loaded at the first edit, together with the form library. */
const editor = lazyModule(() => import('./editing/edit-question.tsx'))

/** A file that the server would refuse again, so the user has to remove it; `files_full` may pass at a retry. */
const isRefusedForGood = ({ refused }: AttachedFile) => refused !== undefined && refused !== 'files_full'

/** Renders the user's message as plain text, never as markdown. */
export const Question = memo(function Question({ row, last }: { row: QuestionRow; last: boolean }) {
  const { t } = useLingui()
  const actions = useChatActions()
  const { key, content, branches, send, isFollowed, files } = row
  const language = useLanguage()
  const lang = useMemo(() => languageOfText(content, language), [content, language])
  const edit = actions.editing
  // Selects one flag, so that only the affected question renders when an edit starts or ends.
  const isEdited = useMemo(() => atom((get) => get(edit.messageAtom) === key), [edit, key])
  const wanted = useAtomValue(isEdited)
  const part = useLazyModule(editor, wanted, toastFailure)
  const editing = wanted && part !== undefined
  const article = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // After an edit the focus returns to the button that opened it.
    if (wasEditing.current && !editing) article.current?.querySelector<HTMLElement>('[data-opens-edit]')?.focus()
    wasEditing.current = editing
  }, [editing])
  const pending = send.kind !== 'sent' && send.kind !== 'failed'
  const isWaiting = send.kind === 'waiting' || send.kind === 'behind'
  const choices = {
    onRetry: files.some(isRefusedForGood) ? null : () => actions.retry(key),
    onEdit: actions.edit && (() => actions.edit?.(key)),
    onDiscard: () => actions.discard(key),
  }
  const { sendEditedQuestion } = actions
  const beginEdit = () => void editor.load().then(() => edit.begin(key, content), toastFailure)
  const foot = (
    <>
      {send.kind === 'sent' && !editing ? (
        <div className={styles.tools}>
          <QuestionActions messageId={key} text={content} onEdit={sendEditedQuestion && beginEdit} />
        </div>
      ) : null}
      {branches ? (
        <VersionPager
          label={t`Versions of this question`}
          at={branches.at}
          count={branches.members.length}
          onChange={(at) => actions.showBranch(branches.members[at] ?? key)}
        />
      ) : null}
      {editing ? null : (
        <SendStatus
          send={send}
          later={actions.sendsLater}
          offer={
            <LinkButton size="s" variant="quiet" to="/subscriptions">
              <Trans>See all plans</Trans>
            </LinkButton>
          }
          {...choices}
        />
      )}
    </>
  )
  return (
    <article
      ref={article}
      className={styles.question}
      aria-labelledby={`by-${key}`}
      data-message={key}
      data-last={last || undefined}
      data-followed={isFollowed || undefined}
    >
      <h2 id={`by-${key}`} className="visually-hidden">
        <Trans>You</Trans>
      </h2>
      {files.length > 0 ? <MessageFiles messageId={key} files={files} isSending={send.kind === 'sending'} /> : null}
      {editing ? (
        <part.EditQuestion
          text={content}
          editing={edit}
          onSend={sendEditedQuestion && ((text) => sendEditedQuestion(key, text))}
          onClose={edit.end}
        />
      ) : (
        <div className={styles.questionRow}>
          {isWaiting || send.kind === 'sending' ? (
            <WaitingMenu send={send} later={actions.sendsLater} {...choices} />
          ) : null}
          <p
            className={styles.bubble}
            // A question of files only has no bubble, but the sign that it waits.
            hidden={content === '' && !isWaiting}
            data-sign={content === '' || undefined}
            data-pending={pending || undefined}
            data-failed={send.kind === 'failed' || undefined}
            lang={lang}
            dir="auto"
          >
            {content}
            {isWaiting ? (
              <span className={styles.clock}>
                <ClockIcon size={14} />
              </span>
            ) : null}
          </p>
        </div>
      )}
      {isFollowed ? (
        <p className="visually-hidden">
          <Trans>Waiting to send</Trans>
        </p>
      ) : (
        <div className={styles.foot}>{foot}</div>
      )}
    </article>
  )
})
