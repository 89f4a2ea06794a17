import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyModule, prefetch } from '#lib/lazy/lazy-module.ts'
import { joinRefs } from '../join-refs.ts'
import { usePopup } from '../use-popup.ts'
import { MenuParts } from './menu-context.ts'

const popup = lazyModule(() => import('./menu-popup.tsx'))

export type MenuProps = {
  /** A Button or IconButton, which receives the menu button's props. */
  trigger: ReactElement<Record<string, unknown>>
  /** MenuItem, MenuCheckbox, MenuRadioGroup and MenuSeparator elements. */
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
}

/** A menu whose popup is loaded when the user approaches the button, so that closed menus cost nothing. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  const anchor = useRef<HTMLElement>(null)
  const ownId = useId()
  const wasOpen = useRef(false)
  const byKey = useRef(false)
  const [open, setOpen] = useState(false)

  const part = usePopup(popup, open, setOpen)
  function openByKey(event: KeyboardEvent) {
    byKey.current = true
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  const id = typeof trigger.props.id === 'string' ? trigger.props.id : ownId
  const button = cloneElement(trigger, {
    id,
    ref: joinRefs(anchor, trigger.props.ref as Ref<HTMLElement>),
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: () => prefetch(popup),
    // A press on the button closes an open menu first; its click must not open the menu again.
    onPointerDown: () => {
      wasOpen.current = open
      byKey.current = false
      prefetch(popup)
    },
    onClick: () => {
      setOpen(!wasOpen.current)
      wasOpen.current = false
    },
    onFocus: () => prefetch(popup),
    onKeyDown: openByKey,
  })
  return (
    <>
      {button}
      {part ? (
        <MenuParts value={part}>
          <part.MenuPopup
            open={open}
            onOpenChange={setOpen}
            anchor={anchor}
            labelledBy={id}
            focusFirst={byKey}
            align={align}
            side={side}
          >
            {children}
          </part.MenuPopup>
        </MenuParts>
      ) : null}
    </>
  )
}
