import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import styles from './composer.module.css'

export interface StashedDraftBarProps {
  text: string
  onUse: () => void
  onDelete: () => void
}

/** A quiet line for a text that belongs to this chat and is not in the field: from another tab, or discarded. */
export function StashedDraftBar({ text, onUse, onDelete }: StashedDraftBarProps) {
  const { t } = useLingui()
  return (
    <aside className={styles.aside} aria-label={t`Set aside`}>
      <p className={styles.asideText} title={text.length < 500 ? text : undefined}>
        <Trans>Set aside: “{text}”</Trans>
      </p>
      <Button size="s" variant="quiet" onClick={onUse}>
        <Trans>Use</Trans>
      </Button>
      <Button size="s" variant="quiet" onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    </aside>
  )
}
