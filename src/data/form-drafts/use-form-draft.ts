import { useState } from 'react'
import { database } from '#offline/database/database.ts'
import { type FormDraft, readFormDraft, saveFormDraft, saveFormDraftLeaving } from '#offline/drafts/form-draft.ts'
import { createDraftWriters, useDraftWriter } from './use-draft-writer.ts'
import { useQueryAtOpening } from './use-query-at-opening.ts'

/** Where the draft of a form is stored. */
interface FormDraftSlot {
  userId: number
  /** From `formDraftKey`. */
  draftKey: string
}

/** The draft as it was read; `fields` are empty when there is none. */
export interface StoredFormDraft extends FormDraftSlot {
  fields: FormDraft
}

const writers = createDraftWriters<FormDraft>()
const nameOf = ({ userId, draftKey }: FormDraftSlot): string => `${userId} ${draftKey}`

/** Reads the draft of a form, also one that could not be written yet. */
export async function readStoredFormDraft({ userId, draftKey }: FormDraftSlot): Promise<StoredFormDraft> {
  const fields = await readFormDraft(database(), userId, draftKey)
  return { userId, draftKey, fields: writers.unwritten(nameOf({ userId, draftKey })) ?? fields }
}

type Values = Readonly<Record<string, FormDraft[string] | undefined>>

/** The stored draft of a form; undefined until it is read, which is done anew for each opening of its dialog. */
export function useStoredFormDraft(slot: FormDraftSlot, isOpen = true): StoredFormDraft | undefined {
  return useQueryAtOpening(isOpen, nameOf(slot), () => readStoredFormDraft(slot))
}

/**
 * Stores on this device what is typed into a form and not submitted, so that closing its dialog, leaving its page or an
 * update of the app loses nothing. Only changed fields are stored: a draft does not undo what another device changes in
 * the others. `initial` are the values without the draft; it and `stored` are read once.
 */
export function useFormDraft<Initial extends Values>(initial: Initial, stored: StoredFormDraft) {
  const { userId, draftKey, fields } = stored
  const write = useDraftWriter(writers, nameOf(stored), fields, {
    userId,
    save: (draft) => saveFormDraft(database(), userId, draftKey, draft),
    saveLeaving: (draft) => saveFormDraftLeaving(database(), userId, draftKey, draft),
  })
  const [isRestored, setRestored] = useState(() => Object.keys(differing(initial, merge(initial, fields))).length > 0)
  const [draft] = useState(() => {
    let submitted: Values = initial
    return {
      initial,
      /** The values to begin with. */
      values: merge(initial, fields),
      /** Returns the fields that differ from the initial values, or from those that were submitted since. */
      changed: (values: Values) => differing(submitted, values),
      /** Compares with these values from now on: the initial ones as another device has changed them since. */
      follow(now: Initial) {
        submitted = now
      },
      save: (values: Values) => void write(differing(submitted, values)),
      /** Deletes the draft after a submit of `values`, except for what was typed meanwhile, `now`. */
      submit(values: Values, now: Values) {
        submitted = values
        setRestored(false)
        void write(differing(values, now))
      },
      discard() {
        setRestored(false)
        void write({})
      },
    }
  })
  /** `isRestored`: the form began with a draft, which was neither submitted nor discarded yet. */
  return { ...draft, isRestored }
}

/** A draft of an older build may have fields that the form does not have any more, or of another type. */
function merge<Initial extends Values>(initial: Initial, draft: FormDraft): Initial {
  const usable = Object.entries(draft).filter(([name, value]) => typeof value === typeof initial[name])
  return { ...initial, ...Object.fromEntries(usable) }
}

function differing(from: Values, values: Values): FormDraft {
  const changed: FormDraft = {}
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== from[name]) changed[name] = value
  }
  return changed
}
