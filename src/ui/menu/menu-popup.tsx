import { Menu } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CheckIcon } from '../icons/icons.tsx'
import styles from './menu.module.css'
import type { MenuCheckboxProps, MenuItemProps, MenuRadioGroupProps } from './menu-item.tsx'

type MenuPopupProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  labelledBy: string
  /** True when a key opened the menu: the first item takes the focus at once. */
  focusFirst: RefObject<boolean>
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

export function MenuPopup(props: MenuPopupProps) {
  const { open, onOpenChange, anchor, labelledBy, focusFirst, align, side, children } = props
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !focusFirst.current) return
    // Base UI focuses the popup first, one frame after positioning.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => firstItem(popup.current)?.focus())
    })
    return () => cancelAnimationFrame(frame)
  }, [open, focusFirst])
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // A menu that moved with its button, as in a chat that grows, would take the item away from under a press.
          disableAnchorTracking
        >
          <Menu.Popup
            ref={popup}
            className={styles.popup}
            finalFocus={() => (dialogBeyond(anchor.current) ? false : anchor.current)}
            aria-labelledby={labelledBy}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Whether an item has opened a dialog, which keeps the focus. The drawer that contains the menu does not count. */
function dialogBeyond(anchor: HTMLElement | null): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
  return dialogs.some((dialog) => !dialog.contains(anchor))
}

function firstItem(popup: HTMLElement | null): HTMLElement | null | undefined {
  return popup?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')
}

export function Item({ icon, onSelect, danger, disabled, hint, children }: MenuItemProps) {
  return (
    <Menu.Item className={styles.item} data-danger={danger || undefined} disabled={disabled} onClick={onSelect}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>{children}</span>
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </Menu.Item>
  )
}

export function CheckboxItem({ icon, checked, onChange, children }: MenuCheckboxProps) {
  return (
    <Menu.CheckboxItem className={styles.item} checked={checked} onCheckedChange={onChange}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>{children}</span>
      {/* Always mounted: a menu that became wider when its item is checked would leave the window. */}
      <Menu.CheckboxItemIndicator className={styles.selected} keepMounted>
        <CheckIcon size={18} />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  )
}

export function Separator() {
  return <Menu.Separator className={styles.separator} />
}

export function RadioGroup({ label, value, onChange, options }: MenuRadioGroupProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={styles.label}>{label}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Menu.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
            <span className={styles.icon}>{option.icon}</span>
            <span className={styles.text}>{option.label}</span>
            <Menu.RadioItemIndicator className={styles.selected}>
              <CheckIcon size={18} />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}
