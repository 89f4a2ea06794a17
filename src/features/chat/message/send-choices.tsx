import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'

export interface SendChoices {
  /** Null where an immediate retry would change nothing. */
  onRetry: (() => void) | null
  /** Null where there is no composer. */
  onEdit: (() => void) | null
  onDiscard: () => void
}

/** The actions for a question that is not being sent. */
export function SendChoiceButtons({ onRetry, onEdit, onDiscard }: SendChoices) {
  return (
    <>
      {onRetry && (
        <Button size="s" variant="quiet" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
      {onEdit && (
        <Button size="s" variant="quiet" onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
    </>
  )
}
