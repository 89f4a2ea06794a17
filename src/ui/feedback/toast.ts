import { toast } from 'react-hot-toast/headless'

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5000

/** Longer: to read what was done, to see that it was wrong, and to reach the button. */
export const UNDO_MS = 8000

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

export type Prompt = {
  id: string
  text: string
  actions: ToastAction[]
  /** Takes the place of another that stands there; that one comes back afterwards. */
  urgent?: boolean
  /** The x was chosen, which answers neither way. */
  onDismiss?: () => void
}

/** Not answered yet, in the order of asking. Only one is ever on the screen. */
const waiting = new Map<string, Prompt>()
/** Also of the one that is on its way out. */
const actions = new Map<string, ToastAction[]>()
let shown: string | undefined

/** Stays until one of its actions or its x is chosen, after those asked before. The same id again replaces the words. */
export function toastPrompt(prompt: Prompt): string {
  waiting.set(prompt.id, prompt)
  actions.set(prompt.id, prompt.actions)
  showPrompt()
  return prompt.id
}

function showPrompt(): void {
  const prompts = [...waiting.values()]
  const next = prompts.find(({ urgent }) => urgent) ?? prompts[0]
  if (shown !== undefined && shown !== next?.id) toast.dismiss(shown)
  shown = next?.id
  if (next) toast(next.text, { id: next.id, duration: Number.POSITIVE_INFINITY, removeDelay: LEAVING_MS })
}

export function dismissToast(id: string): void {
  toast.dismiss(id)
  if (!waiting.delete(id)) return
  if (shown === id) shown = undefined
  showPrompt()
}

/** What follows when one that could be taken back goes, by its time or by its x. */
const lapses = new Map<string, () => void>()

export type Undoable = {
  id: string
  text: string
  undoLabel: string
  onUndo: () => void
  onLapse: () => void
}

/** Something is done, and for some seconds can be taken back. The same id again replaces words and answers, anew. */
export function toastUndo({ id, text, undoLabel, onUndo, onLapse }: Undoable): void {
  const undo = () => {
    lapses.delete(id)
    onUndo()
  }
  actions.set(id, [{ label: undoLabel, onSelect: undo }])
  lapses.set(id, onLapse)
  toast(text, { id, duration: UNDO_MS, removeDelay: LEAVING_MS })
}

/** The toast is on its way out. A moment later, since its own button may be what sends it away. */
export function toastLeaves(id: string): void {
  queueMicrotask(() => {
    const lapse = lapses.get(id)
    lapses.delete(id)
    lapse?.()
  })
}

/** By its x. */
export function closeToast(id: string): void {
  const prompt = waiting.get(id)
  dismissToast(id)
  prompt?.onDismiss?.()
}

export function actionsOf(id: string): ToastAction[] {
  return actions.get(id) ?? []
}
