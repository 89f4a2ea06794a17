import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

interface Clock {
  startPause: () => void
  endPause: () => void
}

/** Props for what holds the toasts: their time stands still while a pointer or the focus is on any of them. */
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
  // A toast that goes takes the focus with it, and no blur tells of that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever a toast comes or goes.
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
