import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { useVisualViewport } from './use-visual-viewport.ts'

/** Where a dialog stands: the part of the window that an on-screen keyboard leaves free, see `useVisualViewport`. */
export function VisibleArea({ className, children }: { className: string | undefined; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useVisualViewport(area)
  return (
    <Dialog.Viewport ref={area} className={className}>
      {children}
    </Dialog.Viewport>
  )
}
