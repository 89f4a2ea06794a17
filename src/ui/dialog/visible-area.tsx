import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { useVisualViewport } from './use-visual-viewport.ts'

/** The container of a dialog: the part of the window above an on-screen keyboard, see `useVisualViewport`. */
export function VisibleArea({ className, children }: { className: string | undefined; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useVisualViewport(area)
  return (
    <Dialog.Viewport ref={area} className={className}>
      {children}
    </Dialog.Viewport>
  )
}
