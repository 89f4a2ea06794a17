import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { lazyModule, prefetch, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { joinRefs } from '../join-refs.ts'

const popup = lazyModule(() => import('./tooltip-popup.tsx'))
const SHOWN_AFTER_MS = 500

export type TooltipProps = {
  text: string
  /** The keyboard shortcut, shown muted. */
  keys?: string | undefined
  /** One element that takes pointer and focus handlers and a ref. */
  children: ReactElement<Record<string, unknown>>
}

/**
 * Shows a text on hover and keyboard focus, never on touch. It repeats the control's accessible name, so it is hidden
 * from screen readers.
 */
export function Tooltip({ text, keys, children }: TooltipProps) {
  const anchor = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(afterMs: number) {
    prefetch(popup)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), afterMs)
  }
  function hide() {
    clearTimeout(timer.current)
    setOpen(false)
  }
  // When loading fails, nothing is shown: the control has its own accessible name.
  const part = useLazyModule(popup, open, hide)
  const own = children.props
  const handlers = {
    onPointerEnter: (event: React.PointerEvent) => event.pointerType === 'mouse' && show(SHOWN_AFTER_MS),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: React.FocusEvent) => event.currentTarget.matches(':focus-visible') && show(SHOWN_AFTER_MS),
    onBlur: hide,
  }
  return (
    <>
      {cloneElement(children, { ...chain(handlers, own), ref: joinRefs(anchor, own.ref as Ref<HTMLElement>) })}
      {part ? <part.TooltipPopup open={open} onClose={hide} anchor={anchor} text={text} keys={keys} /> : null}
    </>
  )
}

type Handlers = Record<string, (event: never) => unknown>

/** Calls our handlers after the element's own. */
function chain(ours: Handlers, own: Record<string, unknown>): Handlers {
  const chained: Handlers = {}
  for (const [name, handle] of Object.entries(ours)) {
    const first = own[name]
    chained[name] = (event) => {
      if (typeof first === 'function') first(event)
      handle(event)
    }
  }
  return chained
}
