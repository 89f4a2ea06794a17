import { createStore } from '#lib/store.ts'

/** A chosen file that is not in the draft: it is being prepared, or it cannot be attached. */
export interface Attaching {
  id: string
  userId: number
  /** The key of the draft for which it was chosen. */
  draftKey: string
  name: string
  size: number
  /** The address of a preview, only valid in this page; null for other files than pictures. */
  preview: string | null
  /** The error code with which it was refused; null while it is being prepared. */
  problem: AttachProblem | null
}

/**
 * Codes of the contract; `too_many`: beyond the most of one message; `unreadable`: a picture that this browser cannot
 * read.
 */
export type AttachProblem =
  | 'file_too_large'
  | 'file_type_unsupported'
  | 'file_broken'
  | 'storage_full'
  | 'too_many'
  | 'unreadable'

/** The chosen files of all drafts of this page, in the order in which they were chosen. */
export const attachingFiles = createStore<readonly Attaching[]>([])

/** Removes the files of a draft that could not be attached, for example when it is sent without them. */
export function dismissRefused(userId: number, draftKey: string): void {
  const isGone = (each: Attaching) => each.userId === userId && each.draftKey === draftKey && each.problem !== null
  for (const each of attachingFiles.get()) if (isGone(each)) dismissAttaching(each.id)
}

/** Removes one of the chosen files from the list; one that is being prepared is then not attached. */
export function dismissAttaching(id: string): void {
  const gone = attachingFiles.get().find((each) => each.id === id)
  if (!gone) return
  if (gone.preview !== null) URL.revokeObjectURL(gone.preview)
  attachingFiles.set(attachingFiles.get().filter((each) => each.id !== id))
}

const running = new Set<Promise<unknown>>()
let isUsed = false

/**
 * Whether files were chosen in this page. Then the stored list of a draft may have files that are not on the screen
 * yet, because the screen reads it again only after a file was stored.
 */
export const hasSelectedFiles = (): boolean => isUsed

/** Registers the preparation of files, for which sending and reloading wait. */
export function trackAttaching(work: Promise<unknown>): void {
  isUsed = true
  running.add(work)
  void work.finally(() => running.delete(work)).catch(() => undefined)
}

/** Resolves when every chosen file is either in its draft or refused. */
export async function whenAttached(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running)
}
