import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MEMORIES_MAX } from '#contract/limits.ts'
import type { Memory } from '#contract/objects/chat-profile.ts'
import type { StoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { toastUndo } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { AddFact } from './add-fact.tsx'
import { FactItem } from './fact-item.tsx'
import styles from './profile-section.module.css'

/** Lists all facts, to change, delete or add; `stored` is the draft of a new one. */
export function FactList({ facts, stored }: { facts: readonly Memory[]; stored: StoredFormDraft }) {
  const { t } = useLingui()
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
        <ul className={styles.facts} aria-label={t`Remembered facts`}>
          {inOrder.map((fact) => (
            <FactItem key={fact.id} fact={fact} onForget={() => forget(fact)} />
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
