import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { offeredUpdate, onUpdateOffered } from '#features/pwa/update-state.ts'

/** After the first paint; on the start page, which has nothing to notify of, only once an update is offered. */
export function useLateParts(): boolean {
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== '/' })
  const isOffered = useSyncExternalStore(onUpdateOffered, offeredUpdate) !== undefined
  const isWanted = isElsewhere || isOffered
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isWanted) setReady(true)
  }, [isWanted])
  return isReady
}
