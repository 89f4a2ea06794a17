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

export interface PlanOptions {
  /** Queues with a request in progress. */
  busy?: ReadonlySet<string>
  /** Whether leases are respected; they are by default. */
  leasesCount?: boolean
  /** Entries that are not sent whatever the time; none by default. */
  isHeld?: (entry: OutboxEntry) => boolean
  /** The earliest time of an entry besides its own, in milliseconds since 1970. */
  heldUntil?: (entry: OutboxEntry) => number
}

/** `entries` in order. Of each queue the oldest entry is sent that is due and depends on none that waits before it. */
export function planFlush(entries: OutboxEntry[], now: number, options: PlanOptions = {}): FlushPlan {
  const { busy, leasesCount = true, isHeld, heldUntil = () => 0 } = options
  const ready: OutboxEntry[] = []
  let nextAt: number | null = null
  const [waitsForLabel, waitsForHistory] = [labelOrder(entries), historyOrder(entries)]
  for (const [queueKey, queue] of byQueue(entries)) {
    if (busy?.has(queueKey)) continue
    const waiting: OutboxEntry[] = []
    for (const entry of queue) {
      const isFree = entry.state !== 'failed' && !waitsForLabel(entry) && !waitsForHistory(entry)
      if (isFree && !isHeld?.(entry) && !waiting.some((earlier) => dependsOn(entry, earlier))) {
        const held = { ...entry, nextAttemptAt: Math.max(entry.nextAttemptAt, heldUntil(entry)) }
        const at = dueAt(held, now, leasesCount)
        if (at <= now) {
          ready.push(entry)
          break
        }
        nextAt = Math.min(nextAt ?? at, at)
        // Another flush is sending it: this queue has a request in progress.
        if (dueAt({ ...held, lease: null }, now, leasesCount) <= now) break
      }
      waiting.push(entry)
    }
  }
  return { ready, nextAt }
}

/** The earliest time at which an entry may be tried. */
export function dueAt({ lease, nextAttemptAt }: OutboxEntry, now: number, leasesCount: boolean): number {
  const at = Math.max(nextAttemptAt, leasesCount && lease ? lease.until : 0)
  return at > now + LONGEST_WAIT_MS ? now : at
}

/** Whether `later` must wait for `earlier` of the same queue, which has failed or itself waits. */
function dependsOn(later: OutboxEntry, earlier: OutboxEntry): boolean {
  const areSent = later.kind === 'message.send' && earlier.kind === 'message.send'
  if (earlier.state === 'failed') {
    // It is not on the server: what would have followed it there waits, but nothing that ends or restores.
    return !isEnding(later) && later.kind !== 'message.delete' && (earlier.kind.endsWith('.create') || areSent)
  }
  if (isEnding(later) || isEnding(earlier)) return true
  // An edit takes the files of the question that it replaces.
  if (later.kind === 'message.delete') return isSendingOf(earlier, later.body.message)
  if (earlier.kind.endsWith('.create') || shareField(later, earlier) || areOfOneMessage(later, earlier)) return true
  if (later.kind === 'message.send')
    return areSent || earlier.kind === 'message.delete' || choosesPath(earlier) || isUntitling(earlier)
  if (later.kind === 'chat.update') {
    const isMessage = earlier.kind === 'message.send' || earlier.kind === 'message.delete'
    // A question resets the path, and both may give the chat another title.
    return isMessage && (choosesPath(later) || (later.body.title !== undefined && earlier.title !== undefined))
  }
  // Facts of the profile are limited in number, so that an addition may need an earlier removal.
  return later.kind === 'profile.update'
}

/** Deletes or restores a chat, folder or tag as a whole. */
const isEnding = ({ kind }: OutboxEntry): boolean =>
  kind !== 'message.delete' && ['.delete', '.restore', '.erase'].some((end) => kind.endsWith(end))

const choosesPath = ({ kind, body }: OutboxEntry): boolean =>
  kind === 'chat.update' && (body.path !== undefined || body.versions !== undefined)

/** The next question names a chat without a title. */
const isUntitling = ({ kind, body }: OutboxEntry): boolean => kind === 'chat.update' && body.title === ''

/** Ratings and offers of one answer: the last one counts. */
const areOfOneMessage = (a: OutboxEntry, b: OutboxEntry): boolean =>
  'message' in a.body && 'message' in b.body && a.body.message === b.body.message

const isSendingOf = ({ kind, id, body }: OutboxEntry, messageId: string) =>
  kind === 'message.send' && (id === messageId || body.replaces === messageId)

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
 * Clearing the history and emptying Recently deleted concern all chats: they wait until each earlier change is sent that
 * decides what is deleted, as saving or restoring a chat does, and later such changes wait for them. All others, such as
 * the creation of a chat, its title and messages, do neither.
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
const isChatChange = ({ kind, body }: OutboxEntry): boolean =>
  kind === 'chat.update' ? body.is_saved !== undefined : kind.startsWith('chat.') && kind !== 'chat.create'

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
