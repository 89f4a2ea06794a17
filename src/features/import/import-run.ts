import { t } from '@lingui/core/macro'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { isExpectedError } from '#api/expected-error.ts'
import type { ImportState } from '#contract/endpoints/import.ts'
import { database } from '#offline/database/database.ts'
import { chatsLoadedHere, markLoaded } from '#offline/database/prune.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { api } from '#session/api.ts'
import { onUserChange } from '#session/state/session-atom.ts'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { eachPortion, type FoundExport, findChats } from './import-client.ts'
import { describeImportFailure } from './import-messages.ts'
import { checkChats, type Stored, storePortion, type Waiting } from './store-chats.ts'
import { markImport, storeUnderLock, unmarkImport } from './unfinished-import.ts'

export interface Progress {
  /** In bytes of the file. */
  done: number
  total: number
  /** What the import waits for; it goes on by itself. */
  waiting: Waiting
}

export interface Summary extends FoundExport {
  file: File
  states: ReadonlyMap<string, ImportState>
}

export type ImportPhase =
  | { name: 'choose'; failure: string }
  | ({ name: 'reading' } & Progress)
  | { name: 'summary'; summary: Summary; failure: string }
  | ({ name: 'storing'; stored: Stored } & Progress)
  | { name: 'stored'; stored: Stored; isStopped: boolean }

const choose: ImportPhase = { name: 'choose', failure: '' }
const STOPPED = 'stopped'

/** The import of this tab, outside of its page: it goes on while the user is elsewhere in the app. */
const phaseAtom = atom<ImportPhase>(choose)
let controller = new AbortController()

const setPhase = (phase: ImportPhase): void => getDefaultStore().set(phaseAtom, phase)
export const useImportPhase = (): ImportPhase => useAtomValue(phaseAtom)

/** Whether the page of the import is open, which says itself how it ends. */
let isShown = false
phaseAtom.onMount = () => {
  isShown = true
  return () => {
    isShown = false
    const { name } = getDefaultStore().get(phaseAtom)
    if (name !== 'reading' && name !== 'storing') setPhase(choose)
  }
}

onUserChange(restart)

/** Ends what is running and begins anew. */
export function restart(): void {
  controller.abort()
  setPhase(choose)
}

/** Ends storing (`restart` ends reading); what is stored stays, and the same file can be chosen again. */
export const stop = (): void => controller.abort(STOPPED)

/** Reads a file and asks the server which of its chats are new. */
export async function read(userId: number, file: File): Promise<void> {
  const signal = begin()
  let progress: Progress = { done: 0, total: file.size, waiting: null }
  const show = (changed: Partial<Progress>) => {
    progress = { ...progress, ...changed }
    if (!signal.aborted) setPhase({ name: 'reading', ...progress })
  }
  show({})
  try {
    const found = await findChats(file, { signal, onProgress: (done, total) => show({ done, total }) })
    const states = await checkChats({ api, userId, signal }, found.chats, (waiting) => show({ waiting }))
    setPhase({ name: 'summary', summary: { ...found, file, states }, failure: '' })
  } catch (error) {
    if (!signal.aborted) setPhase({ name: 'choose', failure: describeImportFailure(error) })
  }
}

/** Stores the chats of a file that has been read; with `again` also those that were deleted for good. */
export async function store(userId: number, summary: Summary, again: boolean): Promise<void> {
  const signal = begin()
  const stored: Stored = { created: 0, grown: 0, refused: 0, messages: 0 }
  const seen = new Set<string>()
  let progress: Progress = { done: 0, total: summary.file.size, waiting: null }
  const show = (changed: Partial<Progress>) => {
    progress = { ...progress, ...changed }
    if (!signal.aborted) setPhase({ name: 'storing', stored: { ...stored }, ...progress })
  }
  show({})
  const wanted = wantedOf(summary, again)
  const mark = () => {
    const { created, grown, refused } = stored
    markImport(userId, { stored: created + grown + refused, total: wanted.length })
  }
  window.addEventListener('beforeunload', askBeforeUnload)
  try {
    await storeUnderLock(async () => {
      mark()
      await eachPortion(summary.file, wanted, {
        signal,
        onProgress: (done, total) => show({ done, total }),
        send: async (portion) => {
          // Also a sync that begins while later portions are sent stores chats of this one, and then prunes old ones.
          for (const { id } of portion.chats) chatsLoadedHere(userId).add(id)
          await storePortion(
            { api, userId, signal },
            { portion, again, states: summary.states },
            { stored, seen, onWaiting: (waiting) => show({ waiting }) },
          )
          mark()
        },
      })
      unmarkImport()
    })
    setPhase({ name: 'stored', stored, isStopped: false })
    if (!isShown) toastSuccess(t`The import has ended. Your chats are in the list.`)
  } catch (error) {
    if (!signal.aborted) {
      setPhase({ name: 'summary', summary, failure: describeImportFailure(error) })
      if (!isShown) toastError(t`The import was interrupted. Open “Import chats” to go on.`)
    } else if (signal.reason === STOPPED) {
      unmarkImport()
      setPhase({ name: 'stored', stored, isStopped: true })
    }
  } finally {
    window.removeEventListener('beforeunload', askBeforeUnload)
  }
  if (stored.messages > 0) await bringChats(userId, [...seen])
}

/** The chats that importing would change. */
export const wantedOf = ({ chats, states }: Summary, again: boolean): string[] =>
  chats.flatMap(({ id }) => {
    const state = states.get(id)
    return state === 'new' || state === 'grown' || (again && state === 'erased') ? id : []
  })

function begin(): AbortSignal {
  controller.abort()
  controller = new AbortController()
  return controller.signal
}

/** The browser asks before the tab is closed, because the file is open only in this tab. */
const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

/** The device gets the chats as it gets those of other devices. Without a network, the next sync brings them. */
async function bringChats(userId: number, chatIds: readonly string[]): Promise<void> {
  try {
    await syncNow({ db: database(), api, userId })
    await markLoaded(database(), userId, chatIds)
  } catch (error) {
    if (!isExpectedError(error)) throw error
  }
}
