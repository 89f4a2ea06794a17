import { Trans } from '@lingui/react/macro'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { UnexpectedError } from '#features/information/error-pages/unexpected-error.tsx'
import { LiveRegions } from '#ui/feedback/live-region.tsx'
import styles from './-root/root.module.css'
import { RouteAnnouncer } from './-root/route-announcer.tsx'
import './-root/static-data.ts'
import { useLazyParts } from './-root/use-lazy-parts.ts'

export const Route = createRootRoute({ component: Root, errorComponent: UnexpectedError })

/** When loading fails, the page works without them. */
const LazyParts = lazy<ComponentType>(() =>
  import('./-root/lazy-parts.tsx').then(
    ({ LazyParts }) => ({ default: LazyParts }),
    () => ({ default: () => null }),
  ),
)

function Root() {
  const hasLazyParts = useLazyParts()
  return (
    <>
      <a className={styles.skip} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Outlet />
      <LiveRegions />
      <RouteAnnouncer />
      {hasLazyParts && (
        <Suspense>
          <LazyParts />
        </Suspense>
      )}
    </>
  )
}
