import { createHash } from 'node:crypto'
import type { Dependencies } from '../../dependencies.ts'
import { isoTime } from '../../lib/time.ts'
import type { SendPush } from '../../providers/push/push-sender.ts'
import { notifyDevice } from './notify-device.ts'
import { liveSubscriptions } from './push.repository.ts'
import { seenTopic } from './seen-topic.ts'

interface Answer {
  user_id: number
  chat_id: string
  message_id: string
}

/** `seenBy`: ids of the sessions that reported the answer as seen; `readyAt` in ISO 8601. */
interface Announcement extends Answer {
  readyAt: string
  seenBy: ReadonlySet<string>
}

export interface Announcer {
  /** Notifies the user's devices, except those that report the answer as seen; returns at once and never throws. */
  announce(answer: Answer): void
  /** Waits a moment for notifications in progress. */
  stop(): Promise<void>
}

export interface AnnouncerOptions {
  /** Users notified concurrently; each gets one answer at a time. */
  maxRunning: number
  /** Queued answers of one user; the oldest is dropped, because a later notification would replace it anyway. */
  maxWaiting: number
  /** How long a page that shows the answer has to report it: allows for a round trip over a slow phone network. */
  seenWithinMs: number
  /** Calls `run` after that many milliseconds, unless the returned function is called before. */
  schedule(run: () => void, ms: number): () => void
  timeoutMs: number
  graceMs: number
}

const announcerDefaults: AnnouncerOptions = {
  maxRunning: 32,
  maxWaiting: 10,
  seenWithinMs: 3_000,
  schedule: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  timeoutMs: 10_000,
  graceMs: 1_000,
}

type Deps = Pick<Dependencies, 'db' | 'bus' | 'now' | 'log'>

/** Sends "answer ready", with ids only. One user's slow push service does not delay other users. */
export function createAnnouncer(
  { db, bus, now, log }: Deps,
  send: SendPush,
  given: Partial<AnnouncerOptions> = {},
): Announcer {
  const { maxRunning, maxWaiting, seenWithinMs, schedule, timeoutMs, graceMs } = { ...announcerDefaults, ...given }
  /** Announcements that wait for reports; calling a function ends its wait. */
  const awaitingReports = new Set<() => void>()
  const waiting = new Map<number, Announcement[]>()
  const running = new Map<number, Promise<void>>()
  const controller = new AbortController()
  let stopping = false

  function next(): void {
    for (const [userId, answers] of waiting) {
      if (stopping || running.size >= maxRunning) return
      if (running.has(userId)) continue
      const answer = answers.shift()
      if (answers.length === 0) waiting.delete(userId)
      if (answer !== undefined)
        running.set(
          userId,
          notifyDevices(answer).finally(() => ended(userId)),
        )
    }
  }

  function ended(userId: number): void {
    running.delete(userId)
    next()
  }

  async function notifyDevices(answer: Announcement): Promise<void> {
    try {
      const devices = await liveSubscriptions(db, answer.user_id, isoTime(now()))
      // A device that subscribed after the answer was ready is notified of later answers only.
      const unseen = devices.filter(
        ({ session_id, created_at }) => !answer.seenBy.has(session_id) && created_at <= answer.readyAt,
      )
      const message = { payload: payloadOf(answer), topic: topicOf(answer) }
      const signal = () => AbortSignal.any([AbortSignal.timeout(timeoutMs), controller.signal])
      await Promise.all(unseen.map((device) => notifyDevice({ db, log }, send, device, message, signal())))
    } catch (error) {
      log.warn({ err: error, user: answer.user_id }, 'an answer could not be announced')
    }
  }

  function enqueue(answer: Announcement): void {
    const answers = waiting.get(answer.user_id) ?? []
    answers.push(answer)
    if (answers.length > maxWaiting) answers.shift()
    waiting.set(answer.user_id, answers)
    next()
  }

  return {
    announce(answer) {
      const readyAt = isoTime(now())
      const seenBy = new Set<string>()
      const topic = seenTopic(answer.user_id, answer.message_id)
      const unsubscribe = bus.subscribe(topic, (sessionId) => seenBy.add(sessionId))
      const proceed = () => {
        cancel()
        unsubscribe()
        awaitingReports.delete(proceed)
        enqueue({ ...answer, readyAt, seenBy })
      }
      const cancel = schedule(proceed, seenWithinMs)
      awaitingReports.add(proceed)
    },
    async stop() {
      for (const proceed of [...awaitingReports]) proceed()
      stopping = true
      const grace = setTimeout(() => controller.abort(), graceMs)
      await Promise.all(running.values())
      clearTimeout(grace)
    },
  }
}

const payloadOf = ({ user_id, chat_id, message_id }: Answer): string =>
  JSON.stringify({ type: 'answer_ready', account: user_id, chat: chat_id, message: message_id })

/** One topic for each chat; hashed, so that the push service does not learn the chat's id. */
const topicOf = ({ user_id, chat_id }: Answer): string =>
  createHash('sha256').update(`${user_id} ${chat_id}`).digest('base64url').slice(0, 32)
