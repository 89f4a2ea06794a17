import { useEffect } from 'react'
import { lazyModule, prefetch, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { prefetchWhenStored } from '#lib/lazy/prefetch-when-stored.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { SidebarProps } from './sidebar.tsx'

/** The list of chats, which a phone shows only in its drawer. */
const sidebar = lazyModule(() => loadInBackground(() => import('./sidebar.tsx')))

/** Resolves when the list can be rendered. */
export const loadSidebar = sidebar.load

/** Fetches the list's code before it is opened. */
export const prefetchSidebar = () => prefetch(sidebar)

/** Loads the sidebar's code once the service worker has stored the app. */
export const usePrefetchedSidebar = () => useEffect(() => prefetchWhenStored(sidebar), [])

/** The sidebar; a placeholder until its code is there. */
export function LazySidebar(props: SidebarProps) {
  const loaded = useLazyModule(sidebar, true, reportError)
  return loaded ? <loaded.Sidebar {...props} /> : <Skeleton />
}
