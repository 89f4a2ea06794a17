import * as v from 'valibot'
import { isApiError, isSignedOutError } from '#api/errors.ts'
import { getIssue, saveIssue } from '#contract/endpoints/newsletter/issues.ts'
import { type Issue, IssueInput } from '#contract/objects/newsletter.ts'
import { createStore } from '#lib/store.ts'
import { api } from '#session/api.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { createUnsavedDrafts } from '../unsaved-drafts.ts'

export type Texts = Omit<IssueInput, 'revision'>

export interface DraftState {
  texts: Texts
  /** `failed`: the server could not be reached or refused it; it is tried again. `deleted`: by another admin. */
  state: 'saved' | 'changed' | 'failed' | 'deleted'
  error: unknown
  /** The issue as the server has it. */
  issue: Issue
  /** The issue that another admin saved meanwhile; nothing is saved until the user has chosen one of the two. */
  conflict: Issue | null
}

const PAUSE_MS = 800
const RETRY_MS = 5_000

const textsOf = ({ versions, send_other_language }: Issue): Texts => ({ versions, send_other_language })

/** By the id of their issue: a saver whose changes could not be saved, such as offline, is found again. */
const unsaved = createUnsavedDrafts<number, DraftSaver>('issue', (saver) => {
  const { state, texts, issue } = saver.read()
  // Nobody could open an issue that is deleted.
  if (state === 'deleted') return {}
  return { ...texts, versions: JSON.stringify(texts.versions), revision: issue.revision }
})
const StoredDraft = v.object({
  ...IssueInput.entries,
  versions: v.pipe(v.string(), v.parseJson(), IssueInput.entries.versions),
})

export const hasUnsavedDraft = (id: number): boolean => unsaved.get(id) !== undefined

/** Goes on with what an earlier page could not save; it is a conflict where another admin has saved since. */
export async function restoreDraft(issue: Issue): Promise<void> {
  const stored = v.safeParse(StoredDraft, await unsaved.readStored(issue.id))
  if (!stored.success || hasUnsavedDraft(issue.id)) return
  const { revision, ...texts } = stored.output
  createDraftSaver({ ...issue, revision }).change(texts)
}

/** The saver with the unsaved changes of this issue, or else a new one that begins with the stored texts. */
export function openDraft(issue: Issue): DraftSaver {
  const found = unsaved.get(issue.id)
  // Saves at once: its retries ended when its admin signed out, or the next one would wait for RETRY_MS.
  void found?.flush()
  return found ?? createDraftSaver(issue)
}

/**
 * Saves a draft after each pause in the typing, one request at a time. Each names the revision that it is based on, so
 * that a change of another admin is a conflict and neither text is lost. Only the session of the admin who wrote it
 * sends it.
 */
export function createDraftSaver(issue: Issue) {
  const draft = createStore<DraftState>({ texts: textsOf(issue), state: 'saved', error: null, issue, conflict: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isDiscarded = false
  const userId = currentSession()?.user.id
  const asWriter = userId === undefined ? {} : { as: userId }

  function set(next: Partial<DraftState>): void {
    if (isDiscarded) return
    draft.set({ ...draft.get(), ...next })
    unsaved.set(issue.id, draft.get().state === 'saved' ? undefined : saver, userId)
  }

  async function save(): Promise<void> {
    for (;;) {
      const { texts, issue: stored, state, conflict } = draft.get()
      if (state === 'saved' || conflict !== null || isDiscarded) return
      try {
        const body = { ...texts, revision: stored.revision }
        const saved = await api.call(saveIssue, { params: { id: stored.id }, body, ...asWriter })
        set({ issue: saved, error: null, state: draft.get().texts === texts ? 'saved' : 'changed' })
      } catch (error) {
        if (isApiError(error) && error.code === 'conflict') await readConflict(stored.id, error)
        else fail(error)
        return
      }
    }
  }

  async function readConflict(id: number, error: unknown): Promise<void> {
    try {
      set({ conflict: await api.call(getIssue, { params: { id }, ...asWriter }), error })
    } catch (failure) {
      fail(failure)
    }
  }

  function fail(error: unknown): void {
    const isDeleted = isApiError(error) && error.code === 'not_found'
    set({ state: isDeleted ? 'deleted' : 'failed', error })
    if (!isDeleted && !isDiscarded && !isSignedOutError(error)) schedule(RETRY_MS)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** Saves unsaved changes at once; resolves when they are saved, or when the attempt has failed. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    running ??= save().finally(() => {
      running = undefined
    })
    return running
  }

  const saver = {
    read: draft.get,
    subscribe: draft.subscribe,
    change(texts: Texts): void {
      set({ texts, state: 'changed' })
      schedule(PAUSE_MS)
    },
    flush,
    /** Ends a conflict: saves this admin's texts over the other's, or takes over the other's. */
    resolve(choice: 'mine' | 'theirs'): void {
      const { conflict } = draft.get()
      if (conflict === null) return
      if (choice === 'theirs')
        set({ texts: textsOf(conflict), issue: conflict, conflict: null, state: 'saved', error: null })
      else {
        set({ issue: conflict, conflict: null, state: 'changed', error: null })
        void flush()
      }
    },
    /** Takes over what another admin has saved, where nothing is unsaved. */
    replace: (next: Issue) => set({ texts: textsOf(next), issue: next }),
    /** Gives up what is unsaved: the issue was deleted. */
    discard(): void {
      clearTimeout(timer)
      set({ state: 'saved', error: null })
      isDiscarded = true
    },
  }
  return saver
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
