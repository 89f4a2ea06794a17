import type { AnyRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search lies over the page. */
    search?: boolean
  }
}

type Place = { state: { search?: boolean; chatList?: boolean } }

export const isPaletteOpen = ({ state }: Place): boolean => state.search === true

/** Opens the search as a history entry of the present page, so that back closes it; in place of a phone's list of chats. */
export function openPalette(router: AnyRouter): void {
  const { href, state } = router.state.location
  if (isPaletteOpen({ state })) return
  const { chatList, ...rest } = state
  if (chatList) router.history.replace(href, { ...rest, search: true })
  else router.history.push(href, { ...rest, search: true })
}

export function closePalette(router: AnyRouter): void {
  if (isPaletteOpen(router.state.location)) router.history.back()
}
