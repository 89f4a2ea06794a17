import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { isPassing } from '#api/passing-error.ts'
import { database } from '#offline/database.ts'
import { loadBefore } from '#offline/sync-messages.ts'
import { api } from '#session/api.ts'
import { buildRows, type Row } from './build-rows.ts'
import { openMessageWindow, type WindowState } from './message-window.ts'

const AFTER_TROUBLE_MS = 5_000
const nothing: WindowState = { ready: false, messages: [], waiting: [], hasOlder: false, broken: false }

/** The rows of a chat as they stand in this browser, followed live. `onOlder` brings those above, from here or from the server. */
export function useChatRows(account: number, chat: string) {
  const [opened, setOpened] = useState<{ chat: string; window: ReturnType<typeof openMessageWindow> } | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn opens the window anew
  useEffect(() => {
    const window = openMessageWindow(database(), account, chat)
    setOpened({ chat, window })
    return () => window.close()
  }, [account, chat, turn])
  const openAgain = useCallback(() => setTurn((last) => last + 1), [])

  const window = opened?.chat === chat ? opened.window : null
  const subscribe = useCallback((changed: () => void) => window?.subscribe(changed) ?? (() => undefined), [window])
  const state = useSyncExternalStore(subscribe, () => window?.read() ?? nothing)

  const before = useRef<readonly Row[]>([])
  const rows = useMemo(() => buildRows(state.messages, state.waiting, before.current), [state])
  useEffect(() => {
    before.current = rows
  }, [rows])

  const pause = useRef({ busy: false, until: 0 })
  const onOlder = useCallback(async () => {
    if (!window || pause.current.busy || pause.current.until > Date.now()) return
    pause.current.busy = true
    try {
      if (!(await window.loadOlder())) {
        const top = window.read().messages[0]?.seq ?? 1
        if (await loadBefore({ db: database(), api, account, chat }, top)) await window.loadOlder()
        else pause.current.until = Number.POSITIVE_INFINITY
      }
    } catch (error) {
      pause.current.until = Date.now() + AFTER_TROUBLE_MS
      if (!isPassing(error)) reportError(error)
    } finally {
      pause.current.busy = false
    }
  }, [window, account, chat])
  return { ready: state.ready, broken: state.broken, openAgain, rows, hasOlder: state.hasOlder, onOlder }
}
