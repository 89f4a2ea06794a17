import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/button/link-button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage() {
  return (
    <MessagePage
      overline="404"
      title={<Trans>Page Not Found</Trans>}
      actions={
        <LinkButton to="/" variant="primary">
          <Trans>Back to Home</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>There is nothing at this address. It may have been mistyped or moved.</Trans>
      </p>
    </MessagePage>
  )
}
