import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { cx } from '../cx.ts'
import { XIcon } from '../icons/icons.tsx'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog.tsx'
import { useSwipeAway } from './use-swipe-away.ts'
import { VisibleArea } from './visible-area.tsx'

/** A sheet at the bottom on a phone, a centred dialog elsewhere. */
export function DialogPopup(props: DialogProps) {
  const { t } = useLingui()
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    actions,
    size = 'm',
    initialFocus,
    finalFocus,
    asks,
    holds,
  } = props
  const sheet = useRef<HTMLDivElement>(null)
  const close = useCallback(() => onOpenChange(false), [onOpenChange])
  const onSwipe = useSwipeAway(sheet, 'down', close)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={asks || holds}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <VisibleArea className={styles.viewport}>
          <Dialog.Popup
            ref={sheet}
            className={cx(styles.popup, styles[size])}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            {...(asks ? { role: 'alertdialog' } : {})}
          >
            {asks ? null : <div className={styles.grip} onPointerDown={onSwipe} />}
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {description ? (
              <Dialog.Description className={cx(styles.description, !children && !actions && styles.last)}>
                {description}
              </Dialog.Description>
            ) : null}
            {children ? <div className={cx(styles.body, !actions && styles.last)}>{children}</div> : null}
            {actions ? <footer className={styles.actions}>{actions}</footer> : null}
            {asks ? null : (
              <Dialog.Close render={<IconButton label={t`Close`} icon={<XIcon />} className={styles.close} />} />
            )}
          </Dialog.Popup>
        </VisibleArea>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
