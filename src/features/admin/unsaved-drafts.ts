import { createDraftWriter } from '#data/form-drafts/create-draft-writer.ts'
import { createStore } from '#lib/store.ts'
import { database } from '#offline/database/database.ts'
import {
  type FormDraft,
  formDraftKey,
  readFormDraft,
  saveFormDraft,
  saveFormDraftLeaving,
} from '#offline/drafts/form-draft.ts'
import { currentSession } from '#session/state/session-atom.ts'

const currentUserId = (): number | undefined => currentSession()?.user.id

type Writer = ReturnType<typeof createDraftWriter<FormDraft>>

/**
 * Drafts with unsaved changes, which outlive their editor, and on this device also the page: `toFields` says what is
 * stored of them. Each belongs to the admin who wrote it; another one who signs in on the same page does not get it. The
 * browser warns whoever leaves the page meanwhile.
 */
export function createUnsavedDrafts<Key extends string | number, Draft>(
  form: string,
  toFields: (draft: Draft) => FormDraft,
) {
  const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())
  const writers = new Map<string, Writer>()
  const nameOf = (key: Key, userId: number | undefined): string => `${userId}/${key}`
  const slotOf = (key: Key): string => formDraftKey('admin', `${form}/${key}`)
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()

  function writerOf(key: Key, userId: number): Writer {
    const name = nameOf(key, userId)
    const found = writers.get(name)
    if (found) return found
    const writer = createDraftWriter<FormDraft>(null, {
      userId,
      save: (fields) => saveFormDraft(database(), userId, slotOf(key), fields),
      saveLeaving: (fields) => saveFormDraftLeaving(database(), userId, slotOf(key), fields),
    })
    writers.set(name, writer)
    return writer
  }

  return {
    /** The draft of the signed-in admin. */
    get: (key: Key): Draft | undefined => drafts.get().get(nameOf(key, currentUserId())),
    /** `undefined`: nothing is unsaved any more. */
    set(key: Key, draft: Draft | undefined, userId = currentUserId()): void {
      const name = nameOf(key, userId)
      // Nothing is deleted that another tab has stored.
      if (draft === undefined && !drafts.get().has(name)) return
      const next = new Map(drafts.get())
      if (draft === undefined) next.delete(name)
      else next.set(name, draft)
      if (next.size > 0) addEventListener('beforeunload', warn)
      else removeEventListener('beforeunload', warn)
      if (userId !== undefined) void writerOf(key, userId).write(draft === undefined ? {} : toFields(draft))
      drafts.set(next)
    },
    /** What an earlier page has stored of the signed-in admin's draft; none once this page had a draft of its own. */
    async readStored(key: Key): Promise<FormDraft> {
      const userId = currentUserId()
      if (userId === undefined) return {}
      const fields = await readFormDraft(database(), userId, slotOf(key))
      return writers.has(nameOf(key, userId)) ? {} : fields
    },
    subscribe: drafts.subscribe,
  }
}
