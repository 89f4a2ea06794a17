import { createStore } from '#lib/store.ts'

interface PromptAction {
  label: string
  onSelect: () => void
  primary?: boolean
}

export interface Prompt {
  id: string
  text: string
  /** One of them declines. */
  actions: readonly PromptAction[]
  /** Shown before the others. */
  urgent?: boolean
  /** Shown only beside the composer of a chat; elsewhere it waits. */
  inChat?: boolean
}

/** The unanswered prompts in the order of the calls. */
export const prompts = createStore<readonly Prompt[]>([])

/** Shows a prompt until an action is selected; prompts queue. The same id replaces the text. */
export function showPrompt(prompt: Prompt): void {
  const before = prompts.get()
  const at = before.findIndex(({ id }) => id === prompt.id)
  prompts.set(at < 0 ? [...before, prompt] : before.with(at, prompt))
}

export function closePrompt(id: string): void {
  const before = prompts.get()
  if (before.some((prompt) => prompt.id === id)) prompts.set(before.filter((prompt) => prompt.id !== id))
}
