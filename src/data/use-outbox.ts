import { useCallback, useRef, useSyncExternalStore } from 'react'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { type FollowedOutbox, followOutbox } from '#offline/outbox/observe.ts'

let followed: { userId: number; outbox: FollowedOutbox } | undefined

function outboxOf(userId: number): FollowedOutbox {
  if (followed?.userId !== userId) followed = { userId, outbox: followOutbox(database(), userId) }
  return followed.outbox
}

/**
 * A value derived from a user's outbox; undefined until it is loaded. Re-renders only when the value changes
 * (`isSame`), since most changes of the queue do not affect it.
 */
export function useOutbox<T>(
  userId: number,
  show: (entries: readonly OutboxEntry[]) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T | undefined {
  const outbox = outboxOf(userId)
  const last = useRef<{ entries: readonly OutboxEntry[] | undefined; shown: T | undefined }>(null)
  const subscribe = useCallback((changed: () => void) => outbox.subscribe(changed), [outbox])
  return useSyncExternalStore(subscribe, () => {
    const entries = outbox.entries()
    const before = last.current
    if (before !== null && before.entries === entries) return before.shown
    const shown = entries && show(entries)
    const same = before?.shown !== undefined && shown !== undefined && isSame(before.shown, shown)
    last.current = { entries, shown: same ? before.shown : shown }
    return last.current.shown
  })
}
