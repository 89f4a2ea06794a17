import { toast } from 'react-hot-toast/headless'

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5000

/** Longer than TOAST_MS, because the user must read the text, notice a mistake and reach the button. */
export const UNDO_MS = 8000

/** How long a dismissed toast stays in the DOM for its exit animation. */
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
  /** Replaces another prompt on the screen, which is shown again afterwards. */
  urgent?: boolean
  /** Called when the user closes the prompt without an answer. */
  onDismiss?: () => void
}

/** Unanswered prompts in the order of the calls. Only one is shown at a time. */
const waiting = new Map<string, Prompt>()
/** Includes the actions of the toast that is animating out. */
const actions = new Map<string, ToastAction[]>()
let shown: string | undefined

/** Shows a prompt until an action or the close button is pressed; prompts queue. The same id replaces the text. */
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

/** The callbacks for undo toasts that close by time or by the close button. */
const lapses = new Map<string, () => void>()

export type Undoable = {
  id: string
  text: string
  undoLabel: string
  onUndo: () => void
  onLapse: () => void
}

/** Shows a toast with Undo for some seconds. The same id replaces text and actions and restarts the time. */
export function toastUndo({ id, text, undoLabel, onUndo, onLapse }: Undoable): void {
  const undo = () => {
    lapses.delete(id)
    onUndo()
  }
  actions.set(id, [{ label: undoLabel, onSelect: undo }])
  lapses.set(id, onLapse)
  toast(text, { id, duration: UNDO_MS, removeDelay: LEAVING_MS })
}

/** Called when a toast starts to close. Runs in a microtask, so that a press on Undo is handled first. */
export function toastLeaves(id: string): void {
  queueMicrotask(() => {
    const lapse = lapses.get(id)
    lapses.delete(id)
    lapse?.()
  })
}

/** Called when the user presses the close button. */
export function closeToast(id: string): void {
  const prompt = waiting.get(id)
  dismissToast(id)
  prompt?.onDismiss?.()
}

export function actionsOf(id: string): ToastAction[] {
  return actions.get(id) ?? []
}
