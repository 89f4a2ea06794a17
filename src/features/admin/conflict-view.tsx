import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './editor.module.css'

type ConflictViewProps = {
  mine: string
  theirs: string
  /** Whether the text of the other admin can no longer be replaced. */
  isFinal?: boolean
  onSelect: (choice: 'mine' | 'theirs') => void
}

/** Both versions of a text that two admins changed at once; each can be copied out before one is chosen. */
export function ConflictView({ mine, theirs, isFinal = false, onSelect }: ConflictViewProps) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus is gone, and on a phone the heading may be above what is visible.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.editor}>
      <div role="alert">
        <h3 ref={heading} tabIndex={-1}>
          <Trans>Somebody else changed this text while you wrote</Trans>
        </h3>
        <p>
          {isFinal ? (
            <Trans>Both texts are below. Copy yours before you continue, if you still need it.</Trans>
          ) : (
            <Trans>Nothing is lost: both texts are below. Choose the one that is saved.</Trans>
          )}
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Field label={t`Your text`}>
            <TextArea readOnly rows={18} value={mine} />
          </Field>
          {isFinal ? null : (
            <Button variant="primary" onClick={() => onSelect('mine')}>
              <Trans>Save mine</Trans>
            </Button>
          )}
        </div>
        <div className={styles.column}>
          <Field label={t`The text of the other admin`}>
            <TextArea readOnly rows={18} value={theirs} />
          </Field>
          {isFinal ? (
            <p>
              <Trans>It is no longer a draft, so yours cannot be saved any more.</Trans>
            </p>
          ) : null}
          <Button onClick={() => onSelect('theirs')}>
            <Trans>Continue with theirs</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
