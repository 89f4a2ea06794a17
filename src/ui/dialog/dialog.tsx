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
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  size?: 's' | 'm' | 'l' | 'xl' | undefined
  /** What has the focus at first; else the first thing in it that takes focus. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** What has the focus afterwards, where the button that opened it goes with what it did; else that button. */
  finalFocus?: (() => HTMLElement | null) | undefined
  /** For questions that want an answer: a press outside does not close it. */
  asks?: boolean | undefined
  /** For what is typed into: a press outside does not throw it away. */
  holds?: boolean | undefined
}

export function Dialog(props: DialogProps) {
  const part = usePopup(popup, props.open, props.onOpenChange)
  return part ? <part.DialogPopup {...props} /> : null
}
