import { useLingui } from '@lingui/react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { announce } from '#ui/feedback/live-region.tsx'

/** Sets the document title by route; after a navigation announces it and moves the focus to the page. */
export function RouteAnnouncer() {
  const router = useRouter()
  const { i18n } = useLingui()
  const title = useRouterState({
    select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const name = title === undefined ? undefined : i18n._(title)

  useEffect(() => {
    document.title = name === undefined ? 'Companion' : `${name} · Companion`
  }, [name])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
        announce(document.title)
        if (toLocation.hash === '') focusPage()
      }),
    [router],
  )
  return null
}

/**
 * Does nothing when an element of the new page, such as a composer, already has the focus, or when a dialog or menu is
 * open.
 */
function focusPage() {
  const main = document.getElementById('main')
  if (main === null || main.contains(document.activeElement) || hasOpenPopup()) return
  main.focus({ preventScroll: true })
}
