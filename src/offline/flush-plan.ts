import type { OutboxEntry } from './rows.ts'

/** No wait is longer than this: a time further ahead comes from a clock that was wrong. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

export interface FlushPlan {
  /** The next entry of each chat that may be sent now. */
  ready: OutboxEntry[]
  /** When the next one is due, in milliseconds since 1970; null when nothing waits for time. */
  nextAt: number | null
}

/** `entries` in order. `busy`: chats with something under way here. `leasesCount`: others may be flushing too. */
export function planFlush(
  entries: OutboxEntry[],
  now: number,
  busy: ReadonlySet<string> = new Set(),
  leasesCount = true,
): FlushPlan {
  const ready: OutboxEntry[] = []
  let nextAt: number | null = null
  for (const [chat, queue] of byChat(entries)) {
    if (busy.has(chat)) continue
    const entry = firstFree(queue)
    if (!entry) continue
    const at = dueAt(entry, now, leasesCount)
    if (at <= now) ready.push(entry)
    else nextAt = Math.min(nextAt ?? at, at)
  }
  return { ready, nextAt }
}

/** When an entry may be tried, whoever asks. */
export function dueAt({ lease, nextAttemptAt }: OutboxEntry, now: number, leasesCount: boolean): number {
  const at = Math.max(nextAttemptAt, leasesCount && lease ? lease.until : 0)
  return at > now + LONGEST_WAIT_MS ? now : at
}

/** The oldest that has not failed and does not depend on one that has. */
function firstFree(queue: OutboxEntry[]): OutboxEntry | undefined {
  const held: OutboxEntry[] = []
  for (const entry of queue) {
    const free = !held.some((earlier) => dependsOn(entry, earlier))
    if (entry.state !== 'failed' && free) return entry
    held.push(entry)
  }
  return undefined
}

/** Whether `later` must wait for `earlier`, which has failed or itself waits for one that has. */
function dependsOn(later: OutboxEntry, earlier: OutboxEntry): boolean {
  if (earlier.kind === 'chat.create') return true
  return earlier.kind === 'message.send' && later.kind === 'message.send'
}

function byChat(entries: OutboxEntry[]): Map<string, OutboxEntry[]> {
  const chats = new Map<string, OutboxEntry[]>()
  for (const entry of entries) {
    const queue = chats.get(entry.chat)
    if (queue) queue.push(entry)
    else chats.set(entry.chat, [entry])
  }
  return chats
}
