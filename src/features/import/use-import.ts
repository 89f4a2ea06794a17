import { useCallback, useEffect, useRef, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import type { ImportState } from '#contract/endpoints/import.ts'
import { database } from '#offline/database/database.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { api } from '#session/api.ts'
import { eachPortion, type FoundExport, findChats } from './import-client.ts'
import { describeImportFailure } from './import-messages.ts'
import { checkChats, type Stored, storePortion } from './store-chats.ts'

export interface Progress {
  /** In bytes of the file. */
  done: number
  total: number
  /** The server cannot be reached; it goes on by itself. */
  isWaiting: boolean
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

/** The steps of an import: a file is chosen and read, its summary is confirmed, and its chats are stored. */
export function useImport(userId: number) {
  const [phase, setPhase] = useState<ImportPhase>(choose)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = useCallback(() => {
    running.current?.abort()
    const work = new AbortController()
    running.current = work
    return work.signal
  }, [])

  const read = async (file: File) => {
    const signal = begin()
    let progress: Progress = { done: 0, total: file.size, isWaiting: false }
    const show = (changed: Partial<Progress>) => {
      progress = { ...progress, ...changed }
      if (!signal.aborted) setPhase({ name: 'reading', ...progress })
    }
    show({})
    try {
      const found = await findChats(file, { signal, onProgress: (done, total) => show({ done, total }) })
      const states = await checkChats({ api, userId, signal }, found.chats, (isWaiting) => show({ isWaiting }))
      setPhase({ name: 'summary', summary: { ...found, file, states }, failure: '' })
    } catch (error) {
      if (!signal.aborted) setPhase({ name: 'choose', failure: describeImportFailure(error) })
    }
  }

  const store = async (summary: Summary, again: boolean) => {
    const signal = begin()
    const stored: Stored = { created: 0, grown: 0, refused: 0, messages: 0 }
    const seen = new Set<string>()
    let progress: Progress = { done: 0, total: summary.file.size, isWaiting: false }
    const show = (changed: Partial<Progress>) => {
      progress = { ...progress, ...changed }
      if (!signal.aborted) setPhase({ name: 'storing', stored: { ...stored }, ...progress })
    }
    show({})
    try {
      await eachPortion(summary.file, wantedOf(summary, again), {
        signal,
        onProgress: (done, total) => show({ done, total }),
        send: (portion) =>
          storePortion(
            { api, userId, signal },
            { portion, again },
            { stored, seen, onWaiting: (isWaiting) => show({ isWaiting }) },
          ),
      })
      setPhase({ name: 'stored', stored, isStopped: false })
    } catch (error) {
      if (!signal.aborted) setPhase({ name: 'summary', summary, failure: describeImportFailure(error) })
      else if (signal.reason === STOPPED) setPhase({ name: 'stored', stored, isStopped: true })
    }
    if (stored.messages > 0) await bringChats(userId)
  }

  return {
    phase,
    read: (file: File) => void read(file),
    store: (summary: Summary, again: boolean) => void store(summary, again),
    /** Ends reading or storing; what is stored stays, and the same file can be chosen again. */
    stop: () => running.current?.abort(STOPPED),
    restart: () => {
      running.current?.abort()
      setPhase(choose)
    },
  }
}

const STOPPED = 'stopped'

/** The chats that importing would change. */
export const wantedOf = ({ chats, states }: Summary, again: boolean): string[] =>
  chats.flatMap(({ id }) => {
    const state = states.get(id)
    return state === 'new' || state === 'grown' || (again && state === 'erased') ? id : []
  })

/** The device gets the chats as it gets those of other devices. Without a network, the next sync brings them. */
async function bringChats(userId: number): Promise<void> {
  await syncNow({ db: database(), api, userId }).catch((error: unknown) => {
    if (!isExpectedError(error)) throw error
  })
}
