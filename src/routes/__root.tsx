import { Trans } from '@lingui/react/macro'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { UnexpectedError } from '#features/information/error-pages/unexpected-error.tsx'
import { LiveRegions } from '#ui/feedback/live-region.tsx'
import styles from './-root/root.module.css'
import { RouteAnnouncer } from './-root/route-announcer.tsx'
import './-root/static-data.ts'
import { useLateParts } from './-root/use-late-parts.ts'

export const Route = createRootRoute({ component: Root, errorComponent: UnexpectedError })

/** Where they cannot be fetched, the page does without them. */
const LateParts = lazy<ComponentType>(() =>
  import('./-root/late-parts.tsx').then(
    ({ LateParts }) => ({ default: LateParts }),
    () => ({ default: () => null }),
  ),
)

function Root() {
  const hasLateParts = useLateParts()
  return (
    <>
      <a className={styles.skip} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Outlet />
      <LiveRegions />
      <RouteAnnouncer />
      {hasLateParts && (
        <Suspense>
          <LateParts />
        </Suspense>
      )}
    </>
  )
}
