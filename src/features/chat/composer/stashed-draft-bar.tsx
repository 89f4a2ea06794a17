import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import styles from './composer.module.css'

export interface StashedDraftBarProps {
  text: string
  onUse: () => void
  onDelete: () => void
}

/** Offers a stashed text of this chat that is not in the field: it came from another tab or was discarded. */
export function StashedDraftBar({ text, onUse, onDelete }: StashedDraftBarProps) {
  const { t } = useLingui()
  return (
    <aside className={styles.stash} aria-label={t`Set aside`}>
      <p className={styles.stashText} title={text.length < 500 ? text : undefined}>
        <Trans>
          Set aside: “<span dir="auto">{text}</span>”
        </Trans>
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
