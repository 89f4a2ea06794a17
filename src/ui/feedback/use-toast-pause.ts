import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

interface Clock {
  startPause: () => void
  endPause: () => void
}

/** Returns props for the toasts' container that pause their time while the pointer or the focus is on one. */
export function useToastPause(stack: RefObject<HTMLElement | null>, { startPause, endPause }: Clock, shown: number) {
  const reasons = useRef({ pointer: false, focus: false })

  function change(reason: 'pointer' | 'focus', isOn: boolean) {
    const held = reasons.current
    const before = held.pointer || held.focus
    held[reason] = isOn
    const now = held.pointer || held.focus
    if (now && !before) startPause()
    if (before && !now) endPause()
  }
  // Removing the focused toast fires no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever a toast is added or removed
  useEffect(() => {
    if (reasons.current.focus && !stack.current?.contains(document.activeElement)) change('focus', false)
  }, [shown])

  return {
    onPointerEnter: () => change('pointer', true),
    onPointerLeave: () => change('pointer', false),
    onFocus: () => change('focus', true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      change('focus', relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  }
}
