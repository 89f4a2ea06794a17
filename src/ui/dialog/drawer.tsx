import type { ReactNode, RefObject } from 'react'
import { lazyModule, prefetch } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '../use-popup.ts'

const popup = lazyModule(() => import('./drawer-popup.tsx'))

/** Fetches the drawer's code before it is needed. */
export const prefetchDrawer = () => prefetch(popup)

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; shown as a heading unless `bare`. */
  label: string
  side: 'left' | 'right'
  /** Without heading and padding, which the content then provides. */
  bare?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A panel from the side: the chat list or the scores on a phone. */
export function Drawer(props: DrawerProps) {
  const part = usePopup(popup, props.open, props.onOpenChange)
  return part ? <part.DrawerPopup {...props} /> : null
}
