import type { AttachedFile } from '#offline/database/rows.ts'

export interface ComposerHandle {
  focus(): void
  /** Replaces the text of the field; the previous text moves to the stash. */
  write(text: string): void
  /** Inserts text at the caret. */
  insert(text: string): void
  /** Runs `change` on the stored draft, then shows the changed draft. */
  withDraft(change: () => Promise<void>): Promise<void>
}

/** `id`: the message's id; `seen`: the draft as the field last read it; `files`: those of the draft. */
export type Storing = { id: string; seen: string; files: readonly AttachedFile[] }
