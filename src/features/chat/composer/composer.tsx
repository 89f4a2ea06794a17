import { Plural, useLingui } from '@lingui/react/macro'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from '#contract/limits.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { deleteStash, joinTexts, restoreStash, stashDraft } from '#offline/drafts/draft-stash.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { SendIcon, StopIcon } from '#ui/icons/icons.tsx'
import { dismissRefused, hasSelectedFiles, whenAttached } from '../attachments/attaching.ts'
import { LazyAttachButton, LazyAttachmentList, useAttaching, useFileSupport } from '../attachments/lazy-attachments.tsx'
import { useChatModel } from '../models/chat-model.ts'
import { canDictate } from '../speech/dictation.ts'
import { setMode, useMode } from '../speech/modes.ts'
import { unlockSpokenAnswers } from '../speech/unlock-speech.ts'
import { useDictation } from '../speech/use-dictation.ts'
import { DictateButton, DictationStatusBar } from '../speech/voice-buttons.tsx'
import { LazyVoiceButton } from '../voice/lazy-voice.tsx'
import { LazyWebSearchSwitch } from '../web-search/lazy-web-search.tsx'
import styles from './composer.module.css'
import type { ComposerHandle, Storing } from './composer-handle.ts'
import { fitHeight } from './fit-height.ts'
import { insertText } from './insert-text.ts'
import { sendsOnEnter } from './sends-on-enter.ts'
import { StashedDraftBar } from './stashed-draft-bar.tsx'
import { unlessDoubleClick } from './unless-double-click.ts'
import { UnsavedDraftBar } from './unsaved-draft-bar.tsx'
import { type DraftSlot, useDraft } from './use-draft.ts'
import { useTallField } from './use-tall-field.ts'

/** The counter is shown when fewer than this many characters are left. */
const NEAR_LIMIT = 1000

export interface ComposerProps extends DraftSlot {
  answering: boolean
  /** Resolves with true when the message is stored, and then the field is cleared; false when storing failed. */
  onSend: (text: string, as: Storing) => Promise<boolean>
  onStop: () => void
  ref: Ref<ComposerHandle>
}

/** The message input. Its text is uncontrolled, so that a keystroke does not render the whole component. */
export function Composer({ answering, onSend, onStop, ref, ...slot }: ComposerProps) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const busy = useRef(false)
  const example = useRef('')
  const [empty, setEmpty] = useState(true)
  const [left, setLeft] = useState<number | null>(null)
  const checkTall = useTallField(field)
  usePassedFocus(field)

  const look = () => {
    const text = field.current?.value ?? ''
    setEmpty(text.trim() === '')
    setLeft(MESSAGE_MAX - text.length < NEAR_LIMIT ? MESSAGE_MAX - text.length : null)
    checkTall()
    if (field.current) fitHeight(field.current)
  }
  const { draft, stored: drafted, isSaved } = useDraft(slot, field, look)
  const { files } = drafted
  const attaching = useAttaching(slot.userId, draft.slot())
  const support = useFileSupport()
  const { vision } = useChatModel().answering ?? support
  const attachTo = { userId: slot.userId, draftKey: draft.slot }
  // A file that was refused is listed with the reason, and nothing of it is sent.
  const nothing = empty && files.length === 0 && attaching.every(({ problem }) => problem !== null)
  const { enter_sends } = useChatProfile()
  const voice = useMode('request') === 'voice' && canDictate()
  const insert = (text: string) => {
    if (!field.current) return
    insertText(field.current, text)
    // React fires no event for a field that is being unmounted, but its last text must be stored too.
    look()
    draft.recordInput()
  }
  const dictation = useDictation(insert)

  const focus = () => field.current?.focus()
  const withDraft = async (change: () => Promise<void>) => {
    await draft.flush()
    await change()
    await draft.look()
  }

  useImperativeHandle(ref, () => ({
    focus,
    write: (text) => {
      if (!field.current) return
      const before = field.current.value
      // A second click, or another choice, must not leave an example that the user has not changed in the stash.
      const isOwn = before.trim() !== '' && before !== text && before !== example.current
      example.current = text
      if (isOwn) stashDraft(database(), slot.userId, draft.slot(), before).catch(reportError)
      field.current.value = text
      look()
      draft.recordInput()
      field.current.focus()
    },
    insert,
    withDraft,
  }))

  /** The files that are sent, once all are prepared; null while one of them cannot be sent. */
  const settleFiles = async () => {
    busy.current = true
    try {
      await whenAttached()
      const settled = await readDraftFiles(database(), slot.userId, draft.slot())
      const isRefused = settled.length > MESSAGE_FILES_MAX || settled.some(({ refused }) => refused !== undefined)
      return isRefused ? null : settled
    } finally {
      busy.current = false
    }
  }

  const send = async () => {
    if (busy.current) return
    unlockSpokenAnswers()
    if (dictation.guess !== '') {
      // The last dictated text belongs to this message.
      busy.current = true
      await dictation.finish()
      busy.current = false
    }
    const typed = field.current?.value ?? ''
    const hasFiles = files.length + attaching.length > 0 || hasSelectedFiles()
    if ((typed.trim() === '' && !hasFiles) || typed.length > MESSAGE_MAX) return
    const attached = hasFiles ? await settleFiles() : files
    // What was typed while the files were prepared belongs to this message, unless the field is gone.
    const text = field.current?.value ?? typed
    if (attached === null || (text.trim() === '' && attached.length === 0) || text.length > MESSAGE_MAX) return
    dictation.stop()
    busy.current = true
    let stored = false
    try {
      await draft.settle()
      const id = newId()
      const draftKey = draft.slot()
      stored = await onSend(text, { id, seen: draft.beginStoring(id), files: attached })
      if (stored) dismissRefused(slot.userId, draftKey)
    } finally {
      busy.current = false
      draft.endStoring(stored, text)
      look()
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsOnEnter(event, enter_sends)) return
    event.preventDefault()
    void send()
  }
  const onInput = (event: FormEvent) => {
    // A user who starts to type has chosen the text mode.
    if (empty && !dictation.listening && event.nativeEvent.isTrusted) setMode('request', 'text')
    look()
    draft.recordInput()
  }

  const over = left !== null && left < 0
  return (
    <>
      {drafted.stashed === '' && drafted.stashedFiles.length === 0 ? null : (
        <StashedDraftBar
          text={joinTexts([drafted.stashed, drafted.stashedFiles.map(({ name }) => name).join(', ')])}
          onUse={() =>
            void withDraft(() => restoreStash(database(), slot.userId, draft.slot())).then(focus, reportError)
          }
          onDelete={() => void deleteStash(database(), slot.userId, draft.slot()).then(focus, reportError)}
        />
      )}
      {isSaved || empty ? null : <UnsavedDraftBar />}
      <LazyAttachmentList to={attachTo} files={files} attaching={attaching} vision={vision} />
      <DictationStatusBar dictation={dictation} />
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          ref={field}
          className={styles.text}
          rows={1}
          aria-label={t`Message`}
          aria-describedby={left === null ? undefined : 'composer-count'}
          placeholder={t`Write here`}
          enterKeyHint="enter"
          autoCapitalize="sentences"
          dir="auto"
          onInput={onInput}
          onKeyDown={onKeyDown}
        />
        <LazyAttachButton to={attachTo} />
        <LazyWebSearchSwitch />
        {nothing && !answering ? <LazyVoiceButton /> : null}
        {voice && nothing && !answering ? null : <DictateButton dictation={dictation} primary={false} />}
        {voice && nothing && !answering ? (
          <DictateButton dictation={dictation} primary />
        ) : answering && nothing ? (
          <IconButton
            label={t`Stop`}
            keys="Esc"
            icon={<StopIcon />}
            variant="primary"
            size="l"
            round
            onClick={unlessDoubleClick(onStop)}
          />
        ) : (
          <IconButton
            label={t`Send`}
            icon={<SendIcon />}
            type="submit"
            variant="primary"
            size="l"
            round
            aria-disabled={nothing || over || files.some(({ refused }) => refused !== undefined)}
            // The field keeps the focus, so that a phone keeps its keyboard open.
            onPointerDown={(event) => event.preventDefault()}
          />
        )}
        {left === null ? null : (
          <p id="composer-count" className={styles.count} data-over={over || undefined}>
            {over ? (
              <Plural value={-left} one="# character too long" other="# characters too long" />
            ) : (
              <Plural value={left} one="# character left" other="# characters left" />
            )}
          </p>
        )}
      </form>
    </>
  )
}

/** True while a focused field has been removed and the commit that removed it has not ended. */
let isPassed = false

/**
 * Gives the field the focus of the previous chat's field: what is typed on is not lost, and a phone's keyboard stays.
 */
function usePassedFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = field.current
    if (isPassed) element?.focus()
    return () => {
      isPassed = document.activeElement === element
      queueMicrotask(() => {
        isPassed = false
      })
    }
  }, [field])
}
