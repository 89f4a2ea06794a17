import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { useConfig } from '#data/config.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { delay } from '#lib/timing/delay.ts'
import { database } from '#offline/database/database.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import { api } from '#session/api.ts'
import type { Row } from '../thread/rows/build-rows.ts'
import { awaitedScoresAtom } from './open-scores.ts'

/** Milliseconds before each poll; after the last one, scores arrive with the next sync. */
const WAITS_MS = [2_000, 4_000, 8_000, 16_000, 30_000]
/** Answers that were finished longer ago are polled for only if this page has seen them streaming. */
const FRESH_MS = 120_000

/** Polls a few times for the scores of answers that have just finished, while the page is visible and online. */
export function useAwaitedScores(userId: number, chatId: string, rows: readonly Row[]): void {
  const { show_scores } = useChatProfile()
  const config = useConfig()
  const setAwaited = useSetAtom(awaitedScoresAtom)
  const seenWriting = useRef(new Set<string>())
  const wanted = show_scores && config?.scoring === true

  const key = useMemo(() => {
    const ids: string[] = []
    for (const row of rows) {
      if (row.kind !== 'answer') continue
      const { id, status, scores, updated_at, imported_from } = row.message
      if (status === 'streaming') seenWriting.current.add(id)
      if (status !== 'complete' || scores !== null || imported_from) continue
      if (seenWriting.current.has(id) || Date.now() - Date.parse(updated_at) < FRESH_MS) ids.push(id)
    }
    return ids.join(' ')
  }, [rows])

  useEffect(() => {
    if (!wanted || key === '') return
    const controller = new AbortController()
    const { signal } = controller
    setAwaited(new Set(key.split(' ')))
    const look = async () => {
      for (const wait of WAITS_MS) {
        await delay(wait, signal)
        await untilLookedAt(signal)
        if (signal.aborted) return
        await syncMessages({ db: database(), api, userId, chatId, signal }).catch((error: unknown) => {
          if (!signal.aborted && !isExpectedError(error)) throw error
        })
      }
      setAwaited(new Set())
    }
    look().catch(reportError)
    return () => {
      controller.abort()
      setAwaited(new Set())
    }
  }, [wanted, key, userId, chatId, setAwaited])
}

/** Resolves when the page is visible and online, or when the signal is aborted. */
async function untilLookedAt(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (document.hidden || !navigator.onLine)) {
    await new Promise<void>((resolve) => {
      const controller = new AbortController()
      const done = () => {
        controller.abort()
        resolve()
      }
      const until = { signal: controller.signal }
      document.addEventListener('visibilitychange', done, until)
      window.addEventListener('online', done, until)
      signal.addEventListener('abort', done, until)
    })
  }
}
