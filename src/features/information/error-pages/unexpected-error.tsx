import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isMissingChunk, reloadForMissingChunk } from '#lib/lazy/missing-chunk.ts'
import { MessagePage } from './message-page.tsx'

/**
 * Shown when a page throws while rendering. A plain link loads everything again, since the running app can no longer be
 * trusted. When only a chunk is missing, as after a deploy, it reloads once automatically.
 */
export function UnexpectedError({ error }: { error: unknown }) {
  const [isReloading, setReloading] = useState(() => isMissingChunk(error))
  useEffect(() => {
    let left = false
    reloadForMissingChunk(error).then(() => {
      reportError(error)
      if (!left) setReloading(false)
    }, reportError)
    return () => {
      left = true
    }
  }, [error])
  if (isReloading) return <main id="main" />
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
