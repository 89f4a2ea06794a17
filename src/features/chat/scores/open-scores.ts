import type { AnyRouter } from '@tanstack/react-router'
import { atom } from 'jotai'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True while the scores cover the page as a sheet. */
    scores?: boolean
  }
}

/** The width from which the scores fit beside the list and the chat. */
export const SIDE = '(min-width: 75rem)'

export interface OpenedScores {
  chatId: string
  messageId: string
}

export const openedScoresAtom = atom<OpenedScores | null>(null)

export const isSheetOpen = ({ state }: { state: { scores?: boolean } }): boolean => state.scores === true

/** Opens the scores as a sheet with its own history entry, so that Back closes it. */
export function openSheet(router: AnyRouter): void {
  const { href, state } = router.state.location
  if (isSheetOpen(router.state.location)) return
  // Without asking blockers, which would make it asynchronous: nothing is left.
  router.history.push(href, { ...state, scores: true }, { ignoreBlocker: true })
}

/** The answers whose scores this page still waits for. */
export const awaitedScoresAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Moves the focus back to the score chip when the scores are closed. */
export function focusChip(messageId: string): void {
  document.querySelector<HTMLElement>(`[data-scores-of="${messageId}"]`)?.focus()
}
