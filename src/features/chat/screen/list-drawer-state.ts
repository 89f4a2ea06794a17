import type { AnyRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The chat list lies over the page. */
    chatList?: boolean
  }
}

export const isListOpen = ({ state }: { state: { chatList?: boolean } }): boolean => state.chatList === true

/** Opens the drawer as a history entry of the present page. */
export function openList(router: AnyRouter): void {
  const { href, state } = router.state.location
  router.history.push(href, { ...state, chatList: true })
}
