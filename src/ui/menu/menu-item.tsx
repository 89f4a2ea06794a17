import type { ReactNode } from 'react'
import { useMenuParts } from './menu-context.ts'

export type MenuItemProps = {
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  /** Muted text at the end: a shortcut, or the reason why it is disabled. */
  hint?: ReactNode
  children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()
  return <Separator />
}

export type MenuRadioGroupProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: ReactNode; icon?: ReactNode }[]
}

export function MenuRadioGroup(props: MenuRadioGroupProps) {
  const { RadioGroup } = useMenuParts()
  return <RadioGroup {...props} />
}

export type MenuCheckboxProps = {
  icon?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A checkbox item; the menu stays open. */
export function MenuCheckbox(props: MenuCheckboxProps) {
  const { CheckboxItem } = useMenuParts()
  return <CheckboxItem {...props} />
}
