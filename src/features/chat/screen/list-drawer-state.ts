import type { AnyRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True while the chat list covers the page. */
    chatList?: boolean
  }
}

export const isListOpen = ({ state }: { state: { chatList?: boolean } }): boolean => state.chatList === true

/** Opens the drawer as a new history entry of the current page. */
export function openList(router: AnyRouter): void {
  const { href, state } = router.state.location
  router.history.push(href, { ...state, chatList: true })
}
