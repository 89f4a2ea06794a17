import { toast } from 'react-hot-toast/headless'

/** Milliseconds (specification, section 9). */
export const TOAST_MS = 5000

/** How long a toast stays in the page after it is gone from sight, for its way out. */
const LEAVING_MS = 200

export function toastSuccess(text: string): string {
  return toast.success(text, { duration: TOAST_MS, removeDelay: LEAVING_MS })
}

export function toastError(text: string): string {
  const ariaProps = { role: 'alert', 'aria-live': 'assertive' } as const
  return toast.error(text, { duration: TOAST_MS, removeDelay: LEAVING_MS, ariaProps })
}

export type ToastAction = { label: string; onSelect: () => void; primary?: boolean }

type PromptWords = { id: string; text: string; actions: ToastAction[] }

const prompts = new Map<string, ToastAction[]>()

/** Stays until one of its actions or its x is chosen. The same id again replaces the words. */
export function toastPrompt({ id, text, actions }: PromptWords): string {
  prompts.set(id, actions)
  return toast(text, { id, duration: Number.POSITIVE_INFINITY, removeDelay: LEAVING_MS })
}

export function dismissToast(id: string): void {
  toast.dismiss(id)
}

export function actionsOf(id: string): ToastAction[] {
  return prompts.get(id) ?? []
}
