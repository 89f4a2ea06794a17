import { Plural, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { SendIcon, StopIcon } from '#ui/icons/icons.tsx'
import styles from '../composer/composer.module.css'
import { fitHeight } from '../composer/fit-height.ts'
import { sendsOnEnter } from '../composer/sends-on-enter.ts'
import { unlessDoubleClick } from '../composer/unless-double-click.ts'
import { useTallField } from '../composer/use-tall-field.ts'
import { unlockSpokenAnswers } from '../speech/unlock-speech.ts'

/** The counter is shown when fewer characters than this are left. */
const NEAR_LIMIT = 1000

interface TemporaryComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  answering: boolean
  /** False without a network: the text then stays in the field. */
  canSend: boolean
  /** Rejects when the server has not accepted the text, which is then put back. */
  onSend: (text: string) => Promise<void>
  onStop: () => void
}

/** The message input of a temporary chat: its text is in the field alone, never in a draft. */
export function TemporaryComposer({ field, answering, canSend, onSend, onStop }: TemporaryComposerProps) {
  const { t } = useLingui()
  const { enter_sends } = useChatProfile()
  const [empty, setEmpty] = useState(true)
  const [left, setLeft] = useState(MESSAGE_MAX)
  const checkTall = useTallField(field)
  const busy = useRef(false)

  const look = () => {
    const text = field.current?.value ?? ''
    setEmpty(text.trim() === '')
    setLeft(MESSAGE_MAX - text.length)
    checkTall()
    if (field.current) fitHeight(field.current)
  }
  const write = (text: string) => {
    if (!field.current) return
    field.current.value = text
    look()
  }
  const send = async () => {
    const text = field.current?.value ?? ''
    if (busy.current || answering || !canSend || text.trim() === '' || text.length > MESSAGE_MAX) return
    busy.current = true
    unlockSpokenAnswers()
    write('')
    try {
      await onSend(text)
    } catch {
      // The caller has said why.
      const since = field.current?.value ?? ''
      write(since === '' ? text : `${text}\n\n${since}`)
    } finally {
      busy.current = false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsOnEnter(event, enter_sends)) return
    event.preventDefault()
    void send()
  }

  return (
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
        aria-describedby={left < NEAR_LIMIT ? 'composer-count' : undefined}
        placeholder={t`Write without saving`}
        enterKeyHint="enter"
        autoCapitalize="sentences"
        // Otherwise a browser stores the text on disk, to restore it after a crash.
        autoComplete="off"
        dir="auto"
        onInput={look}
        onKeyDown={onKeyDown}
      />
      {answering ? (
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
          aria-disabled={empty || left < 0 || !canSend}
          // The field keeps the focus, so that a phone keeps its keyboard open.
          onPointerDown={(event) => event.preventDefault()}
        />
      )}
      {left < NEAR_LIMIT ? (
        <p id="composer-count" className={styles.count} data-over={left < 0 || undefined}>
          {left < 0 ? (
            <Plural value={-left} one="# character too long" other="# characters too long" />
          ) : (
            <Plural value={left} one="# character left" other="# characters left" />
          )}
        </p>
      ) : null}
    </form>
  )
}
