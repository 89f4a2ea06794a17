import { toast } from 'react-hot-toast/headless'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 5000

/** Longer than TOAST_MS, because the user must read the text, notice a mistake and reach the button. */
const UNDO_MS = 8000

/** How long a dismissed toast stays in the DOM for its exit animation. */
const LEAVING_MS = 200

export function toastSuccess(text: string): string {
  return toast.success(text, { duration: TOAST_MS, removeDelay: LEAVING_MS })
}

export function toastError(text: string): string {
  const ariaProps = { role: 'alert', 'aria-live': 'assertive' } as const
  return toast.error(text, { duration: TOAST_MS, removeDelay: LEAVING_MS, ariaProps })
}

export type ToastAction = { label: string; onSelect: () => void }

export function dismissToast(toastId: string): void {
  toast.dismiss(toastId)
}

export type Undoable = {
  id: string
  text: string
  undoLabel: string
  onUndo: () => void
  onLapse: () => void
}

/** By the id of the toast; includes those of the toasts that are animating out. */
const actions = new Map<string, ToastAction[]>()

/** The callbacks for undo toasts that close by time or by the close button. */
const lapses = new Map<string, () => void>()

/** The toast that is open for an action. */
const openToasts = new Map<string, string>()

let undoToasts = 0

/**
 * Shows a toast with Undo for some seconds. While it is open, the same id replaces text and actions and restarts the
 * time. A closing toast is never reopened: its removal is scheduled, and would take the new text away without a
 * callback.
 */
export function toastUndo({ id, text, undoLabel, onUndo, onLapse }: Undoable): void {
  const toastId = openToasts.get(id) ?? `undo-${++undoToasts}`
  const close = () => {
    openToasts.delete(id)
    lapses.delete(toastId)
  }
  openToasts.set(id, toastId)
  lapses.set(toastId, () => {
    close()
    onLapse()
  })
  const undo = () => {
    close()
    onUndo()
  }
  actions.set(toastId, [{ label: undoLabel, onSelect: undo }])
  toast(text, { id: toastId, duration: UNDO_MS, removeDelay: LEAVING_MS })
}

/** Closes the toast with Undo for an action that can no longer be undone; calls neither of its callbacks. */
export function withdrawUndo(id: string): void {
  const toastId = openToasts.get(id)
  if (toastId === undefined) return
  openToasts.delete(id)
  lapses.delete(toastId)
  toast.dismiss(toastId)
}

/** Called when a toast starts to close. */
export function toastLeaves(toastId: string): void {
  lapses.get(toastId)?.()
}

export function actionsOf(toastId: string): ToastAction[] {
  return actions.get(toastId) ?? []
}
