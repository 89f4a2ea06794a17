import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { isExpectedError, isUnreachable } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { loadBefore } from '#offline/sync/sync-messages.ts'
import { api } from '#session/api.ts'
import { prefetchedWindow, takeWindow } from '../../screen/prefetch-chat.ts'
import { useWhenReachable } from '../../screen/use-when-reachable.ts'
import { loadUntilMessage } from '../window/load-until-message.ts'
import { type MessageWindow, nothingSelected, type WindowState } from '../window/message-window.ts'
import { buildRows, type Row } from './build-rows.ts'

const AFTER_TROUBLE_MS = 5_000
/** Fewer rows may not fill a screen, however many messages they contain. */
const FEW = 12
const nothing: WindowState = {
  ...{ ready: false, messages: [], waiting: [], hasOlder: false, broken: false },
  ...nothingSelected,
}

/** The loading of older messages: `isDone` when there are none. */
const notLoading = () => ({ isRunning: false, isDone: false, notBefore: 0 })

type Opened = { chatId: string; window: MessageWindow }

/** Returns the stored rows of a chat as a live list. `onOlder` loads older rows from this device or the server. */
export function useChatRows(userId: number, chatId: string) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new `turn` opens the window again
  useEffect(() => {
    const window = takeWindow(userId, chatId)
    setOpened((last) => (last?.window === window ? last : { chatId, window }))
    return () => window.close()
  }, [userId, chatId, turn])
  const openAgain = useCallback(() => setTurn((last) => last + 1), [])

  const window = opened?.chatId === chatId ? opened.window : (prefetchedWindow(userId, chatId) ?? null)
  const subscribe = useCallback((changed: () => void) => window?.subscribe(changed) ?? (() => undefined), [window])
  const state = useSyncExternalStore(subscribe, () => window?.read() ?? nothing)

  const before = useRef<readonly Row[]>([])
  const rows = useMemo(() => buildRows(state.messages, state.waiting, before.current, state), [state])
  useEffect(() => {
    before.current = rows
  }, [rows])

  const loading = useRef(notLoading())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window has other older messages
  useEffect(() => {
    loading.current = notLoading()
  }, [window])
  /** Loads that brought older messages: rows are built only after a load has ended. */
  const [loads, countLoad] = useReducer((count: number) => count + 1, 0)
  const loadOlder = useCallback(async (): Promise<boolean> => {
    const load = loading.current
    if (!window || load.isRunning || load.isDone) return true
    load.isRunning = true
    const topOf = () => window.read().messages[0]?.seq ?? 1
    const top = topOf()
    try {
      if (!(await window.loadOlder())) {
        if (await loadBefore({ db: database(), api, userId, chatId }, topOf())) await window.loadOlder()
        else load.isDone = true
      }
    } catch (error) {
      load.notBefore = Date.now() + AFTER_TROUBLE_MS
      if (!isExpectedError(error)) reportError(error)
      return !isUnreachable(error)
    } finally {
      load.isRunning = false
      if (topOf() < top) countLoad()
    }
    return true
  }, [window, userId, chatId])
  const onOlder = useCallback(() => {
    if (Date.now() >= loading.current.notBefore) void loadOlder()
  }, [loadOlder])
  const loadUntil = useCallback(
    async (of: string, messageId: string) =>
      window === null || of !== chatId
        ? null
        : loadUntilMessage({ db: database(), api, userId, chatId }, window, messageId),
    [window, userId, chatId],
  )
  // Most loaded messages may be hidden, and a list that does not fill the screen fires no scroll event.
  const few = state.ready && state.hasOlder && state.messages.length > 0 && rows.length < FEW
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each load, since one more may be needed
  useWhenReachable(useCallback(async () => (few ? loadOlder() : true), [few, loads, loadOlder]))

  return {
    ready: state.ready,
    broken: state.broken,
    openAgain,
    rows,
    hasOlder: state.hasOlder,
    onOlder,
    loadUntil,
  }
}
