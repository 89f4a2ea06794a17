import type { AnyRouter } from '@tanstack/react-router'
import { afterGoingBack, goBackOnce } from '#lib/routing/go-back-once.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True while the search covers the page. */
    search?: boolean
  }
}

type PaletteLocation = { state: { search?: boolean; chatList?: boolean } }

export const isPaletteOpen = ({ state }: PaletteLocation): boolean => state.search === true

/** Returns the key of the history entry in which the search is open; undefined while it is closed. */
export const openedPalette = ({ state }: PaletteLocation & { state: { __TSR_key?: string } }): string | undefined =>
  isPaletteOpen({ state }) ? state.__TSR_key : undefined

/**
 * Opens the search as a history entry of the current page, so that Back closes it; it replaces the entry of a phone's
 * drawer. A search that is closing opens again.
 */
export function openPalette(router: AnyRouter): void {
  afterGoingBack(router.history, () => {
    const { href, state } = router.history.location
    if (isPaletteOpen({ state })) return
    const { chatList, ...rest } = state
    if (chatList) router.history.replace(href, { ...rest, search: true })
    else router.history.push(href, { ...rest, search: true })
  })
}

export function closePalette(router: AnyRouter): void {
  if (isPaletteOpen(router.history.location)) goBackOnce(router.history)
}
