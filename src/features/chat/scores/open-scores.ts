import type { AnyRouter } from '@tanstack/react-router'
import { atom } from 'jotai'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The scores of an answer lie over the page. */
    scores?: boolean
  }
}

/** Room for the scores beside the list and the reading column. */
export const SIDE = '(min-width: 75rem)'

export interface OpenedScores {
  chatId: string
  message: string
}

/** Whose scores are looked at. */
export const openedScoresAtom = atom<OpenedScores | null>(null)

export const isSheetOpen = ({ state }: { state: { scores?: boolean } }): boolean => state.scores === true

/** Where there is no room beside, the scores get a history entry of their own, so that back closes them. */
export function openSheet(router: AnyRouter): void {
  const { href, state } = router.state.location
  if (!isSheetOpen(router.state.location)) router.history.push(href, { ...state, scores: true })
}

/** Answers whose scores this page still expects. */
export const awaitedScoresAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Puts the focus back on the way in, once the scores are closed. */
export function focusChip(message: string): void {
  document.querySelector<HTMLElement>(`[data-scores-of="${message}"]`)?.focus()
}
