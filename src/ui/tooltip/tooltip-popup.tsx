import { Tooltip } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import styles from './tooltip.module.css'

type TooltipPopupProps = {
  open: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  text: string
  keys: string | undefined
}

export function TooltipPopup({ open, onClose, anchor, text, keys }: TooltipPopupProps) {
  return (
    <Tooltip.Root open={open} onOpenChange={(next) => next || onClose()} disableHoverablePopup>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className={styles.positioner}>
          <Tooltip.Popup className={styles.popup} aria-hidden="true">
            {text}
            {keys ? <kbd className={styles.keys}>{keys}</kbd> : null}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
