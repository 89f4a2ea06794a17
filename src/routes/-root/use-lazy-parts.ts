import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'

const WITHIN_MS = 1_000

/**
 * Returns true once the browser is idle after the first render, at the latest after a second; on the start page, which
 * needs no notices, only once an update is offered.
 */
export function useLazyParts(): boolean {
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== '/' })
  const isOffered = useSyncExternalStore(appUpdate.subscribe, appUpdate.offer, appUpdate.offer) !== null
  const isWanted = isElsewhere || isOffered
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    whenIdle(WITHIN_MS).then(() => isOver || setReady(true), reportError)
    return () => {
      isOver = true
    }
  }, [isWanted])
  return isReady
}
