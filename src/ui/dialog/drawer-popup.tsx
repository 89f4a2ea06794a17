import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { cx } from '../cx.ts'
import { XIcon } from '../icons/icons.tsx'
import styles from './drawer.module.css'
import type { DrawerProps } from './drawer.tsx'
import { useSwipeAway } from './use-swipe-away.ts'

export function DrawerPopup({ open, onOpenChange, label, side, bare, initialFocus, children }: DrawerProps) {
  const { t } = useLingui()
  const sheet = useRef<HTMLDivElement>(null)
  const close = useCallback(() => onOpenChange(false), [onOpenChange])
  const onSwipe = useSwipeAway(sheet, 'right', close)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Popup
          ref={sheet}
          className={cx(styles.popup, styles[side])}
          initialFocus={initialFocus}
          // The rows of the list, at the left, have swipes of their own.
          {...(side === 'right' ? { onPointerDown: onSwipe } : {})}
        >
          <header className={bare ? 'visually-hidden' : styles.head}>
            <Dialog.Title className={styles.title}>{label}</Dialog.Title>
            <Dialog.Close render={<IconButton label={t`Close`} icon={<XIcon />} />} />
          </header>
          <div className={bare ? styles.bare : styles.body}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
