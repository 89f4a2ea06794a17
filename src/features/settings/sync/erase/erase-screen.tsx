import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { AnchorButton } from '#ui/button/link-button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import type { EraseState } from './use-erase.ts'

/** Replaces the settings during the deletion; it reads none of the data that is being deleted. */
export function EraseScreen({ state, onRetry }: { state: EraseState; onRetry: () => void }) {
  if (state.step === 'failed') {
    return (
      <div role="alert">
        <EmptyState
          level={1}
          title={<Trans>Not everything could be erased</Trans>}
          text={
            <Trans>
              You are logged out, but something stays on this device. Close the other tabs of Companion and try again,
              or delete the data of this site in your browser’s settings.
            </Trans>
          }
          action={
            <Button variant="primary" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      </div>
    )
  }
  if (state.step === 'done' && !navigator.onLine) {
    return (
      <div role="status">
        <EmptyState
          level={1}
          title={<Trans>This device is erased</Trans>}
          text={<Trans>Nothing of Companion is left here. It opens again when you are online.</Trans>}
          action={
            <AnchorButton href="/">
              <Trans>Open Companion</Trans>
            </AnchorButton>
          }
        />
      </div>
    )
  }
  return (
    <div role="status">
      <EmptyState level={1} title={<Trans>Erasing this device</Trans>} text={<Trans>This takes a moment.</Trans>} />
    </div>
  )
}
