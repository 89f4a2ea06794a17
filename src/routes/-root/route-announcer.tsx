import { useLingui } from '@lingui/react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { pageTitleAtom } from '#ui/layout/page-title.ts'

/**
 * Sets the document title by route or by the content of the page; after a navigation announces it and moves the focus
 * to the page, or to the part of it that the hash names.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const { i18n } = useLingui()
  const page = useAtomValue(pageTitleAtom)
  const title = useRouterState({
    select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const name = page?.title || (title && i18n._(title))
  const isUnread = page?.title === ''
  const isAwaited = useRef(false)

  useEffect(() => {
    document.title = name === undefined ? 'Companion' : `${name} · Companion`
  }, [name])

  useEffect(() => {
    if (isUnread || !isAwaited.current) return
    isAwaited.current = false
    announce(document.title)
  }, [isUnread])

  useEffect(() => {
    let before: string | undefined
    const follows = [
      router.subscribe('onBeforeLoad', () => {
        before = getDefaultStore().get(pageTitleAtom)?.id
        isAwaited.current = false
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation, ...changes }) => {
        if (fromLocation === undefined) return
        const { pathChanged, hashChanged, hrefChanged } = changes
        // A second press on the link to a part of the page changes nothing in the address. A change of the session also
        // loads the same address again, which must not take the focus from a field.
        const isRepeated = toLocation.hash !== '' && !hrefChanged && !isInField()
        if (hashChanged || pathChanged || isRepeated) focusPage(toLocation.hash)
        if (!pathChanged) return
        const shown = getDefaultStore().get(pageTitleAtom)
        // With its first message, a new chat only gets another address.
        if (shown === null || shown.id !== before) {
          if (shown?.title === '') isAwaited.current = true
          else announce(document.title)
        }
      }),
    ]
    return () => {
      for (const unsubscribe of follows) unsubscribe()
    }
  }, [router])
  return null
}

const isInField = () => document.activeElement?.matches('input, textarea, select') ?? false

/**
 * Focuses what the hash names. Without it, does nothing when an element of the new page, such as a composer, already has
 * the focus. Does nothing either when a dialog or menu is open.
 */
function focusPage(hash: string) {
  if (hasOpenPopup()) return
  const main = document.getElementById('main')
  const target = document.getElementById(hash)
  if (target === null && main?.contains(document.activeElement)) return
  // Without this, a heading cannot have the focus.
  if (target !== null) target.tabIndex = -1
  // The router has already scrolled.
  const focused = target ?? main
  focused?.focus({ preventScroll: true })
}
