import type { ReactNode, RefObject } from 'react'
import { lazyModule, prefetch } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '../use-popup.ts'

const popup = lazyModule(() => import('./dialog-popup.tsx'))

/** Fetches the dialog's code before it is needed, for example when a pointer nears the button. */
export const prefetchDialog = () => prefetch(popup)

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end, the primary one last. */
  actions?: ReactNode
  size?: 's' | 'm' | 'l' | 'xl' | undefined
  /** The element with the initial focus; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** The element to focus after closing, where the button that opened the dialog is removed; null: that button. */
  finalFocus?: (() => HTMLElement | null) | undefined
  /** True for a question: a press outside does not close it. */
  asks?: boolean | undefined
  /** True for a dialog with text input: a press outside does not close it and lose the text. */
  holds?: boolean | undefined
}

export function Dialog(props: DialogProps) {
  const part = usePopup(popup, props.open, props.onOpenChange)
  return part ? <part.DialogPopup {...props} /> : null
}
