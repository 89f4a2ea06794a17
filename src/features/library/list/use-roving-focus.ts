import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { focusIfLost } from '#lib/browser/focus-if-lost.ts'

/**
 * Makes a list of chats one Tab stop (roving tabindex): arrows, Home and End move the focus between the rows, left and
 * right between a row and its menu. When the focused row is removed, the list receives the focus. Returns the id of the
 * row with the Tab stop, which must be mounted, and the handlers for the list.
 */
export function useRovingFocus(
  list: RefObject<HTMLElement | null>,
  chats: readonly { id: string }[],
  current: string | undefined,
) {
  const [focused, setFocused] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const has = (id: string | null | undefined) => id !== undefined && chats.some((chat) => chat.id === id)
  const stop = has(focused) ? focused : has(current) ? current : chats[0]?.id

  // The focused row is gone: its chat was deleted or archived, or no longer matches the filter.
  const isGone = focused !== null && !has(focused)
  useEffect(() => {
    if (isGone) focusIfLost(() => list.current)
  }, [isGone, list])
  useLayoutEffect(() => {
    if (wanted.current === null || wanted.current !== stop) return
    wanted.current = null
    rowOf(list.current, stop)?.querySelector<HTMLElement>('a, input')?.focus()
  })

  const moveTo = (id: string | undefined) => {
    if (id === undefined) return
    wanted.current = id
    setFocused(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = chatAt(event.target)
    if (event.defaultPrevented || id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const at = chats.findIndex((chat) => chat.id === id)
    switch (event.key) {
      case 'ArrowDown':
        moveTo(chats[at + 1]?.id)
        break
      case 'ArrowUp':
        moveTo(chats[at - 1]?.id)
        break
      case 'Home':
        moveTo(chats[0]?.id)
        break
      case 'End':
        moveTo(chats.at(-1)?.id)
        break
      case 'ArrowRight':
        rowOf(list.current, id)?.querySelector<HTMLElement>('button')?.focus()
        break
      case 'ArrowLeft':
        rowOf(list.current, id)?.querySelector<HTMLElement>('a')?.focus()
        break
      default:
        return
    }
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const id = chatAt(target)
    if (id !== undefined) setFocused(id)
  }
  return { stop, onKeyDown, onFocus }
}

const chatAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-chat]')?.dataset.chat : undefined

function rowOf(list: HTMLElement | null, id: string): Element | null {
  return list === null ? null : list.querySelector(`[data-chat="${CSS.escape(id)}"]`)
}
