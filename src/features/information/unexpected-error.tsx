import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { MessagePage } from './message-page.tsx'

/**
 * What is left when a page itself breaks: the specification's "unexpected" words. A plain link loads
 * everything anew, since the running app can no longer be trusted.
 */
export function UnexpectedError({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error])
  return (
    <main id="main">
      <MessagePage
        title={<Trans>Something Went Wrong</Trans>}
        actions={
          <a href="/">
            <Trans>Back to Home</Trans>
          </a>
        }
      >
        <p>
          <Trans>An unexpected error occurred. Please try again later.</Trans>
        </p>
      </MessagePage>
    </main>
  )
}
