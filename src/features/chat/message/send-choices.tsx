import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'

export interface SendChoices {
  /** Null where a try at once would change nothing. */
  onRetry: (() => void) | null
  /** Null where there is nothing to edit in. */
  onEdit: (() => void) | null
  onDiscard: () => void
}

/** What a person can do with a question that is not on its way. */
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
