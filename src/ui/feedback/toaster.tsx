import { useLingui } from '@lingui/react/macro'
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { focusIfLost } from '#lib/browser/focus-if-lost.ts'
import { useVisualViewport } from '../dialog/use-visual-viewport.ts'
import { AlertIcon, CheckIcon, InfoIcon, XIcon } from '../icons/icons.tsx'
import { actionsOf, dismissToast, toastLeaves } from './toast.ts'
import styles from './toaster.module.css'
import { useToastPause } from './use-toast-pause.ts'

/** Renders all toasts; mounted once. Their time is paused while the pointer or the focus is on one. */
export function Toaster() {
  const { t } = useLingui()
  const { toasts, handlers } = useToaster()
  const stack = useRef<HTMLElement>(null)
  useVisualViewport(stack)
  const pause = useToastPause(stack, handlers, toasts.length)
  const cameFrom = useRef<Element | null>(null)
  const onFocusCapture = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  const returnFocus = ({ currentTarget }: MouseEvent) =>
    focusIfLost(() => elementToReturnTo(cameFrom.current), currentTarget)
  return (
    // A dialog hides elements beside it from screen readers, except live regions: toasts remain reachable.
    <section
      ref={stack}
      aria-label={t`Notifications`}
      aria-live="off"
      className={styles.stack}
      onFocusCapture={onFocusCapture}
      {...pause}
    >
      {toasts.map((toast) => (
        <Notice key={toast.id} toast={toast} onClose={returnFocus} />
      ))}
    </section>
  )
}

const icons = { success: CheckIcon, error: AlertIcon, blank: InfoIcon, loading: InfoIcon, custom: InfoIcon }

/** Returns the element from which the user came to the toasts, else the dialog that contains it, else the page. */
function elementToReturnTo(from: Element | null): HTMLElement | null {
  // In a field, a touch device would open its on-screen keyboard.
  const opensKeyboard = from?.matches('input, textarea') && !window.matchMedia('(pointer: fine)').matches
  if (from instanceof HTMLElement && from.isConnected && !opensKeyboard) return from
  // Behind a modal dialog, the page is inert.
  const dialog = from?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')
  return dialog?.isConnected ? dialog : document.getElementById('main')
}

interface NoticeProps {
  toast: Toast
  /** Called with the press of the button that closes the toast. */
  onClose: (event: MouseEvent) => void
}

function Notice({ toast, onClose }: NoticeProps) {
  const { t } = useLingui()
  const Icon = icons[toast.type]
  const actions = actionsOf(toast.id)
  useEffect(() => {
    if (!toast.visible) toastLeaves(toast.id)
  }, [toast.id, toast.visible])
  const close = (event: MouseEvent) => {
    dismissToast(toast.id)
    onClose(event)
  }
  return (
    <div
      className={styles.toast}
      data-type={toast.type}
      data-leaving={!toast.visible || undefined}
      inert={!toast.visible}
      aria-hidden={!toast.visible}
    >
      <Icon className={styles.icon} />
      <div {...toast.ariaProps} className={styles.text}>
        {resolveValue(toast.message, toast)}
      </div>
      {actions.map(({ label, onSelect }) => (
        <button
          key={label}
          type="button"
          className={styles.action}
          onClick={(event) => {
            onSelect()
            close(event)
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" className={styles.close} aria-label={t`Dismiss`} onClick={close}>
        <XIcon size={16} />
      </button>
    </div>
  )
}
