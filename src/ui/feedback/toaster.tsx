import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
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
  return (
    // A dialog hides elements beside it from screen readers, except live regions: toasts remain reachable.
    <section ref={stack} aria-label={t`Notifications`} aria-live="off" className={styles.stack} {...pause}>
      {toasts.map((toast) => (
        <Notice key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const icons = { success: CheckIcon, error: AlertIcon, blank: InfoIcon, loading: InfoIcon, custom: InfoIcon }

function Notice({ toast }: { toast: Toast }) {
  const { t } = useLingui()
  const Icon = icons[toast.type]
  const actions = actionsOf(toast.id)
  useEffect(() => {
    if (!toast.visible) toastLeaves(toast.id)
  }, [toast.id, toast.visible])
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
          onClick={() => {
            onSelect()
            dismissToast(toast.id)
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" className={styles.close} aria-label={t`Dismiss`} onClick={() => dismissToast(toast.id)}>
        <XIcon size={16} />
      </button>
    </div>
  )
}
