import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useRef } from 'react'
import { MEMORIES_MAX } from '#contract/limits.ts'
import type { Memory } from '#contract/objects/chat-profile.ts'
import type { StoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { AddFact } from './add-fact.tsx'
import { FactItem } from './fact-item.tsx'
import styles from './profile-section.module.css'

interface FactListProps {
  facts: readonly Memory[]
  /** The draft of a new fact. */
  stored: StoredFormDraft
  /** Receives the focus after the last fact was deleted. */
  heading: RefObject<HTMLElement | null>
}

/** Lists all facts, to change, delete or add. */
export function FactList({ facts, stored, heading }: FactListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  // Client-generated ids sort by time, so an unsent change does not move its fact.
  const inOrder = facts.toSorted((a, b) => a.id.localeCompare(b.id))
  const forget = ({ id, text }: Memory) => {
    changeChatProfile({ memories_remove: [id] }).then(
      () =>
        toastUndo({
          id: `fact-${id}`,
          text: t`Forgotten: “${text}”`,
          undoLabel: t`Undo`,
          // The server stores no fact under an id that was removed.
          onUndo: () => void changeChatProfile({ memories_add: [{ id: newId(), text }] }).catch(toastFailure),
          onLapse: () => {},
        }),
      toastFailure,
    )
  }
  /** Returns a ref for the fact at a position, which the next fact takes when it is deleted. */
  const focusNext = (position: number) =>
    focusAfterRemoval(
      () => list.current?.children[position]?.querySelector<HTMLElement>('input, button') ?? heading.current,
    )
  return (
    <div>
      {facts.length === 0 ? (
        <p className={styles.none}>
          <Trans>
            Nothing is remembered yet. Write “remember that …” in a chat, choose “Remember this” on a message, or add a
            fact here.
          </Trans>
        </p>
      ) : (
        <ul ref={list} className={styles.facts} aria-label={t`Remembered facts`}>
          {inOrder.map((fact, position) => (
            <FactItem key={fact.id} ref={focusNext(position)} fact={fact} onForget={() => forget(fact)} />
          ))}
        </ul>
      )}
      {facts.length < MEMORIES_MAX ? (
        <AddFact stored={stored} />
      ) : (
        <p role="status" className={styles.none}>
          <Plural
            value={MEMORIES_MAX}
            one="# fact is the most that can be remembered. Delete one to add another."
            other="# facts are the most that can be remembered. Delete one to add another."
          />
        </p>
      )}
    </div>
  )
}
