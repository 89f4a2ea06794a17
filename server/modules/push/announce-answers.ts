import { createHash } from 'node:crypto'
import type { Dependencies } from '../../dependencies.ts'
import type { SendPush } from '../../providers/push/push-sender.ts'
import { liveSubscriptions, type PushSubscriptionRow, removeSubscription } from './push.repository.ts'

export interface Answer {
  user_id: number
  chat_id: string
  message_id: string
}

export interface Announcer {
  /** Tells the person's devices soon; returns at once and never throws. */
  announce(answer: Answer): void
  /** Lets what is under way end, for a moment. */
  stop(): Promise<void>
}

export interface AnnouncerOptions {
  /** People told at one moment; each one answer at a time. */
  maxRunning: number
  /** What may wait for one person; the oldest is dropped, as its notification would be replaced anyway. */
  maxWaiting: number
  timeoutMs: number
  graceMs: number
}

export const announcerDefaults: AnnouncerOptions = { maxRunning: 32, maxWaiting: 10, timeoutMs: 10_000, graceMs: 1_000 }

type Needs = Pick<Dependencies, 'db' | 'now' | 'log'>

/** Sends "answer ready", ids only. One person's slow push service never holds up another person's. */
export function createAnnouncer(
  { db, now, log }: Needs,
  send: SendPush,
  given: Partial<AnnouncerOptions> = {},
): Announcer {
  const { maxRunning, maxWaiting, timeoutMs, graceMs } = { ...announcerDefaults, ...given }
  const waiting = new Map<number, Answer[]>()
  const running = new Map<number, Promise<void>>()
  const ending = new AbortController()
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
          tell(answer).finally(() => ended(userId)),
        )
    }
  }

  function ended(userId: number): void {
    running.delete(userId)
    next()
  }

  async function tell(answer: Answer): Promise<void> {
    try {
      const devices = await liveSubscriptions(db, answer.user_id, new Date(now()).toISOString())
      await Promise.all(devices.map((device) => tellDevice(answer, device)))
    } catch (error) {
      log.warn({ err: error, user: answer.user_id }, 'an answer could not be announced')
    }
  }

  /** An address is a secret of the device: neither it nor the error's words go into the log. */
  async function tellDevice(
    answer: Answer,
    { endpoint, endpoint_hash, p256dh, auth }: PushSubscriptionRow,
  ): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ending.signal])
    const message = { endpoint, keys: { p256dh, auth }, payload: payloadOf(answer), topic: topicOf(answer) }
    const result = await send(message, signal).catch(kindOf)
    if (result === 'gone') await removeSubscription(db, answer.user_id, endpoint_hash)
    if (result !== 'sent') log.info({ user: answer.user_id, result }, 'a push message was not taken')
  }

  return {
    announce(answer) {
      const answers = waiting.get(answer.user_id) ?? []
      answers.push(answer)
      if (answers.length > maxWaiting) answers.shift()
      waiting.set(answer.user_id, answers)
      next()
    },
    async stop() {
      stopping = true
      const grace = setTimeout(() => ending.abort(), graceMs)
      await Promise.all(running.values())
      clearTimeout(grace)
    },
  }
}

const payloadOf = ({ user_id, chat_id, message_id }: Answer): string =>
  JSON.stringify({ type: 'answer_ready', account: user_id, chat: chat_id, message: message_id })

/** One notification for each chat, whose id the push service does not learn. */
const topicOf = ({ user_id, chat_id }: Answer): string =>
  createHash('sha256').update(`${user_id} ${chat_id}`).digest('base64url').slice(0, 32)

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
