import { labelsNamed } from '../chats/labels.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { shareField } from '../outbox/supersede.ts'

/** The upper limit of a wait: a later time was written with a wrong clock. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

export interface FlushPlan {
  /** The next entry of each queue that may be sent now. */
  ready: OutboxEntry[]
  /** When the next entry is due, in milliseconds since 1970; null when none waits for a time. */
  nextAt: number | null
}

/** `entries` in order. `busy`: chats with a request in progress. `leasesCount`: whether leases are respected. */
export function planFlush(
  entries: OutboxEntry[],
  now: number,
  busy: ReadonlySet<string> = new Set(),
  leasesCount = true,
): FlushPlan {
  const ready: OutboxEntry[] = []
  let nextAt: number | null = null
  const [waitsForLabel, waitsForHistory] = [labelOrder(entries), historyOrder(entries)]
  for (const [queueKey, queue] of byQueue(entries)) {
    if (busy.has(queueKey)) continue
    const entry = firstFree(queue, (each) => waitsForLabel(each) || waitsForHistory(each))
    if (!entry) continue
    const at = dueAt(entry, now, leasesCount)
    if (at <= now) ready.push(entry)
    else nextAt = Math.min(nextAt ?? at, at)
  }
  return { ready, nextAt }
}

/** The earliest time at which an entry may be tried. */
export function dueAt({ lease, nextAttemptAt }: OutboxEntry, now: number, leasesCount: boolean): number {
  const at = Math.max(nextAttemptAt, leasesCount && lease ? lease.until : 0)
  return at > now + LONGEST_WAIT_MS ? now : at
}

/** The oldest entry that has not failed and waits neither for an earlier one of its queue nor for another queue. */
function firstFree(queue: OutboxEntry[], waits: (entry: OutboxEntry) => boolean): OutboxEntry | undefined {
  const held: OutboxEntry[] = []
  for (const entry of queue) {
    const free = !held.some((earlier) => dependsOn(entry, earlier)) && !waits(entry)
    if (entry.state !== 'failed' && free) return entry
    held.push(entry)
  }
  return undefined
}

/** Whether `later` must wait for `earlier` of the same queue, which has failed or itself waits. */
function dependsOn(later: OutboxEntry, earlier: OutboxEntry): boolean {
  if (later.kind === 'message.delete') return isSendingOf(earlier, later.body.message)
  if (later.kind.endsWith('.delete')) return earlier.state !== 'failed'
  if (later.kind === 'chat.restore' || later.kind === 'chat.erase') return earlier.state !== 'failed'
  if (earlier.kind === 'chat.restore') return earlier.state !== 'failed'
  if (earlier.kind.endsWith('.create')) return true
  if (shareField(later, earlier)) return earlier.state !== 'failed'
  return earlier.kind === 'message.send' && later.kind === 'message.send'
}

/** A refused message does not exist on the server, so its deletion need not wait for it. */
const isSendingOf = ({ kind, id, state }: OutboxEntry, messageId: string) =>
  kind === 'message.send' && id === messageId && state !== 'failed'

/**
 * Dependencies between queues: an entry that names a folder or tag waits until that is created; the deletion of a
 * folder or tag waits for all earlier entries that name it, except refused ones.
 */
function labelOrder(entries: OutboxEntry[]): (entry: OutboxEntry) => boolean {
  const unmade = new Set(entries.flatMap(({ kind, queueKey }) => (isLabelCreate(kind) ? queueKey : [])))
  const firstNamed = new Map<string, number>()
  for (const entry of entries) {
    if (entry.state === 'failed') continue
    for (const label of labelsNamed(entry)) {
      if (!firstNamed.has(label)) firstNamed.set(label, entry.order ?? 0)
    }
  }
  return (entry) => {
    if (entry.kind === 'folder.delete' || entry.kind === 'tag.delete') {
      return (firstNamed.get(entry.queueKey) ?? Number.POSITIVE_INFINITY) < (entry.order ?? 0)
    }
    return labelsNamed(entry).some((label) => unmade.has(label))
  }
}

/**
 * Clearing the history and emptying Recently deleted concern all chats: they wait for earlier changes of chats, such as
 * saving one, and later changes, such as restoring one, wait for them. The creation of a chat and messages do neither.
 */
function historyOrder(entries: OutboxEntry[]): (entry: OutboxEntry) => boolean {
  const unsent = entries.filter(({ state }) => state !== 'failed')
  const changes = unsent.filter(isChatChange)
  const clearings = unsent.filter(isOfHistory)
  return (entry) => {
    const others = isOfHistory(entry) ? [...changes, ...clearings] : isChatChange(entry) ? clearings : []
    return others.some(({ order = 0 }) => order < (entry.order ?? 0))
  }
}

const isOfHistory = ({ kind }: OutboxEntry): boolean => kind === 'history.clear' || kind === 'history.empty'
const isChatChange = ({ kind }: OutboxEntry): boolean => kind.startsWith('chat.') && kind !== 'chat.create'

const isLabelCreate = (kind: OutboxEntry['kind']): boolean => kind === 'folder.create' || kind === 'tag.create'

function byQueue(entries: OutboxEntry[]): Map<string, OutboxEntry[]> {
  const queues = new Map<string, OutboxEntry[]>()
  for (const entry of entries) {
    const queue = queues.get(entry.queueKey)
    if (queue) queue.push(entry)
    else queues.set(entry.queueKey, [entry])
  }
  return queues
}
