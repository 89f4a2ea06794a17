import { MESSAGE_FILES_MAX } from '#contract/limits.ts'
import { onBeforeReload } from '#lib/app-update/before-reload.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { isStorageFull } from '#offline/database/storage-errors.ts'
import { addDraftFile, readDraftFiles } from '#offline/files/draft-files.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import {
  type Attaching,
  type AttachProblem,
  attachingFiles,
  dismissAttaching,
  trackAttaching,
  whenAttached,
} from './attaching.ts'
import { AttachError, isPicture, prepareFile } from './prepare-file.ts'

onBeforeReload(whenAttached)

export interface AttachTo {
  userId: number
  /** The key of the draft at that moment: a new chat gets its id with its first message. */
  draftKey: () => string
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Prepares files one after another and adds them to the draft, in their order; each is shown at once. A file that
 * cannot be attached is shown with the reason, and the others are attached.
 */
export function attachFiles(files: readonly File[], to: AttachTo): void {
  const selected = files.map((file) => ({ file, entry: toEntry(file, to) }))
  attachingFiles.set([...attachingFiles.get(), ...selected.map(({ entry }) => entry)])
  const work = last.then(async () => {
    for (const { file, entry } of selected) await attach(file, entry, to)
  })
  last = work.catch(() => undefined)
  trackAttaching(work)
}

function toEntry(file: File, { userId, draftKey }: AttachTo): Attaching {
  const preview = isPicture(file) ? URL.createObjectURL(file) : null
  return { id: newId(), userId, draftKey: draftKey(), name: file.name, size: file.size, preview, problem: null }
}

async function attach(file: File, { id }: Attaching, { userId, draftKey }: AttachTo): Promise<void> {
  // It was removed while it waited for those before it.
  if (!isWanted(id)) return
  try {
    const attached = await readDraftFiles(database(), userId, draftKey())
    if (attached.length >= MESSAGE_FILES_MAX) throw new AttachError('too_many')
    const prepared = await prepareFile(file, id)
    if (!isWanted(id)) return
    await addDraftFile(database(), userId, draftKey(), prepared.file, prepared.stored)
    dismissAttaching(id)
  } catch (error) {
    const problem = toProblem(error)
    attachingFiles.set(attachingFiles.get().map((each) => (each.id === id ? { ...each, problem } : each)))
  }
}

const isWanted = (id: string): boolean => attachingFiles.get().some((each) => each.id === id)

function toProblem(error: unknown): AttachProblem {
  if (error instanceof AttachError) return error.code
  if (isStorageFull(error)) return 'storage_full'
  logHandled('A file could not be attached', error)
  return 'file_broken'
}
