import { isApiError } from '#api/errors.ts'
import { getIssue, saveIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue, IssueInput } from '#contract/objects/newsletter.ts'
import { createStore } from '#lib/store.ts'
import { api } from '#session/api.ts'

export type Texts = Omit<IssueInput, 'revision'>

export interface DraftState {
  texts: Texts
  /** `failed`: the server could not be reached or refused it; it is tried again. */
  state: 'saved' | 'changed' | 'failed'
  error: unknown
  /** The issue as the server has it. */
  issue: Issue
  /** The issue that another admin saved meanwhile; nothing is saved until the user has chosen one of the two. */
  conflict: Issue | null
}

const PAUSE_MS = 800
const RETRY_MS = 5_000

const textsOf = ({ versions, send_other_language }: Issue): Texts => ({ versions, send_other_language })

/**
 * Saves a draft after each pause in the typing, one request at a time. Each names the revision that it is based on, so that
 * a change of another admin is a conflict and neither text is lost.
 */
export function createDraftSaver(issue: Issue) {
  const draft = createStore<DraftState>({ texts: textsOf(issue), state: 'saved', error: null, issue, conflict: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const set = (next: Partial<DraftState>): void => draft.set({ ...draft.get(), ...next })

  async function save(): Promise<void> {
    for (;;) {
      const { texts, issue: stored, state, conflict } = draft.get()
      if (state === 'saved' || conflict !== null) return
      try {
        const body = { ...texts, revision: stored.revision }
        const saved = await api.call(saveIssue, { params: { id: stored.id }, body })
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
      set({ conflict: await api.call(getIssue, { params: { id } }), error })
    } catch (failure) {
      fail(failure)
    }
  }

  function fail(error: unknown): void {
    set({ state: 'failed', error })
    schedule(RETRY_MS)
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

  return {
    read: draft.get,
    subscribe: draft.subscribe,
    change(texts: Texts) {
      set({ texts, state: 'changed' })
      schedule(PAUSE_MS)
    },
    flush,
    /** Ends a conflict: saves this admin's texts over the other's, or takes over the other's. */
    resolve(choice: 'mine' | 'theirs') {
      const { conflict } = draft.get()
      if (conflict === null) return
      if (choice === 'theirs')
        set({ texts: textsOf(conflict), issue: conflict, conflict: null, state: 'saved', error: null })
      else {
        set({ issue: conflict, conflict: null, state: 'changed', error: null })
        void flush()
      }
    },
    /** Takes over the issue that the server returned for another call than a save. */
    replace: (next: Issue) => set({ issue: next }),
  }
}

export type DraftSaver = ReturnType<typeof createDraftSaver>
