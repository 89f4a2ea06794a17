import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { toastError } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import type { Row } from '../rows/build-rows.ts'
import { type Opened, openedMessageAtom } from './opened-message.ts'
import { scrollToMatch } from './scroll-to-match.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search query whose matches are marked. */
    found?: string
  }
}

/**
 * Loads older rows of a chat until the message is loaded; false when the chat does not have it, null when these rows
 * are of another chat or unmounted.
 */
export type LoadUntil = (chatId: string, messageId: string) => Promise<boolean | null>

interface ScrollToMessageOptions {
  rows: readonly Row[]
  /** The virtualised rows among them. */
  older: readonly Row[]
  loadUntil: LoadUntil
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
  /** Stops following the end of the list. */
  leaveEnd: () => void
}

/** Scrolls to the message of the address (`?message=`), once for each navigation to it. */
export function useScrollToMessage({ rows, older, loadUntil, scroller, list, leaveEnd }: ScrollToMessageOptions): void {
  const { t } = useLingui()
  const { chatId, message, entry, found } = useLocation({
    select: ({ pathname, search, state }) => ({
      chatId: pathname.split('/').at(-1) ?? '',
      message: (search as { message?: string }).message,
      // The history entry of an overlay, such as the search, does not lead to a message.
      entry: state.search || state.chatList ? undefined : state.__TSR_key,
      found: state.found ?? '',
    }),
    structuralSharing: true,
  })
  const handled = useRef<string | undefined>(undefined)
  const latest = useRef(older)
  latest.current = older
  const [goal, setGoal] = useState<(Opened & { found: string }) | null>(null)

  useEffect(() => {
    if (message === undefined || entry === undefined || handled.current === `${entry} ${message}`) return
    handled.current = `${entry} ${message}`
    setGoal(null)
    loadUntil(chatId, message).then((isHere) => {
      if (isHere === null || handled.current !== `${entry} ${message}`) return
      if (isHere) {
        leaveEnd()
        setGoal({ id: message, found })
      } else toastError(t`This message is not here any more`)
    }, toastFailure)
  }, [chatId, message, entry, found, loadUntil, leaveEnd, t])

  const setOpened = useSetAtom(openedMessageAtom)
  const index = goal === null ? -1 : rows.findIndex((row) => holds(row, goal.id))
  useEffect(() => {
    if (goal === null || index < 0) return
    leaveEnd()
    setOpened({ id: goal.id })
    const estimate = () => {
      const at = latest.current.findIndex((row) => holds(row, goal.id))
      return at < 0 ? undefined : list.current?.getItemOffset(at)
    }
    const stop = scrollToMatch(scroller, { ...goal, estimate }, () => setOpened(null))
    setGoal(null)
    // This effect's cleanup must not stop it, since setGoal runs the effect again; the next goal or an unmount does.
    ending.current?.()
    ending.current = stop
  }, [goal, index, list, scroller, leaveEnd, setOpened])
  const ending = useRef<(() => void) | null>(null)
  useEffect(() => () => ending.current?.(), [])
}

function holds(row: Row, messageId: string): boolean {
  return row.key === messageId
    ? row.kind === 'question'
    : row.kind === 'answer' && row.versions.some(({ id }) => id === messageId)
}
