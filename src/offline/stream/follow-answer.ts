import { Dexie } from 'dexie'
import { isSignedOutError, isStreamSilentError } from '#api/errors.ts'
import { readEvents } from '#api/event-stream.ts'
import { isRetryable } from '#api/retry.ts'
import { streamAnswer } from '#contract/endpoints/chats.ts'
import { eventId, eventNumber, type StreamEvent } from '#contract/stream.ts'
import { readAgain } from '../database/read-again.ts'
import { isConnectionLost, isStorageFull } from '../database/storage-errors.ts'
import { backoff } from '../flush/retry-policy.ts'
import type { SyncOptions } from '../sync/sync-options.ts'
import { answerFinished } from './finished-answers.ts'
import { answerSnapshot, type LiveAnswer, setAnswer } from './live-answers.ts'
import { markFailed, readPartial, saveMessages, savePartial } from './store-answer.ts'
import { onCheckpoint, openConnection, waitOrWake } from './stream-connections.ts'

const CHECKPOINT_MS = 1_000
const LINGER_MS = 5_000

export interface FollowOptions extends SyncOptions {
  chatId: string
  /** The answer's id. */
  messageId: string
  random?: () => number
  silenceMs?: number
}
/** The result of a finished answer. */
export type AnswerEnd = { failed: { code: string; message: string } | null; isDeleted?: boolean }

interface FollowedAnswer {
  promise: Promise<AnswerEnd>
  controller: AbortController
  followers: number
}
const nothing: LiveAnswer = { text: '', reasoning: '', cursor: 0, connected: true }
const followed = new Map<string, FollowedAnswer>()

/**
 * Streams an answer to its end, resuming at the stored cursor after lost connections and reloads. The text is in
 * `answerSnapshot(message)`; it is stored about once a second and at the end. Calls for the same answer share one
 * stream, which stops when the signals of all callers have aborted. Rejects with the signal's reason, SignedOutError,
 * or the server's refusal (an ApiError with 4xx).
 */
export function followAnswer(options: FollowOptions): Promise<AnswerEnd> {
  const { messageId, signal } = options
  let current = followed.get(messageId)
  if (!current || current.controller.signal.aborted) {
    const controller = new AbortController()
    const promise = follow(options, controller.signal).finally(() => {
      if (followed.get(messageId)?.controller === controller) followed.delete(messageId)
    })
    current = { promise, controller, followers: 0 }
    followed.set(messageId, current)
  }
  const shared = current
  shared.followers += 1
  return new Promise((resolve, reject) => {
    const leave = () => {
      shared.followers -= 1
      if (shared.followers === 0) shared.controller.abort(signal?.reason)
      reject(signal?.reason)
    }
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    shared.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
  })
}

async function follow(options: FollowOptions, signal: AbortSignal): Promise<AnswerEnd> {
  const { db, userId, chatId, messageId, random = Math.random } = options
  const begun = performance.now()
  const save = async () => {
    const answer = answerSnapshot(messageId)
    if (answer) await savePartial(db, userId, messageId, answer).catch(unlessSignedOut)
  }
  // When the disk is full, the text is still in memory and on the server.
  const saveNow = () => save().catch((error: unknown) => isStorageFull(error) || reportError(error))
  const finish = () => answerFinished({ userId, chatId, messageId, tookMs: performance.now() - begun })
  const stopCheckpoints = onCheckpoint(saveNow)
  const timer = setInterval(saveNow, CHECKPOINT_MS)
  try {
    await begin(options)
    let attempts = 0
    while (true) {
      const before = answerSnapshot(messageId)?.cursor ?? 0
      let onlySeemed = false
      try {
        const end = await connect(options, signal)
        if (end && !end.failed && !end.isDeleted) finish()
        if (end) return end
      } catch (error) {
        if (signal.aborted) {
          isComplete(options).then(
            (isStored) => isStored && finish(),
            // The database closes when its user signs out, which also ends the stream.
            (failure) => failure instanceof Dexie.DatabaseClosedError || reportError(failure),
          )
          throw signal.reason
        }
        // A full disk or a lost database is no reason to stop: a later write may succeed.
        const ofStorage = isStorageFull(error) || isConnectionLost(error)
        if (!ofStorage && !isRetryable(error, { retriesOwn401: false })) throw error
        onlySeemed = isStreamSilentError(error)
      }
      const current = answerSnapshot(messageId)
      if (current) setAnswer(messageId, { ...current, before: null, connected: false })
      if ((current?.cursor ?? 0) > before) attempts = 0
      // While offline, a reload can show only what is stored.
      void saveNow()
      // The connection was dead without an error: it is replaced without a delay.
      const isWoken = onlySeemed || (await waitOrWake(backoff(attempts, random), signal))
      // The earlier failures say nothing about a new network, whose first request may fail as well.
      attempts = isWoken ? 0 : attempts + 1
    }
  } finally {
    clearInterval(timer)
    stopCheckpoints()
    if (signal.aborted) await saveNow()
    // The stored message takes a moment to render; this text is shown until then.
    const last = answerSnapshot(messageId)
    setTimeout(() => {
      if (!followed.has(messageId) && answerSnapshot(messageId) === last) setAnswer(messageId, undefined)
    }, LINGER_MS)
  }
}

/** Starts at the stored cursor, or at that of a stream which has just ended in this page. */
async function begin({ db, userId, messageId }: FollowOptions): Promise<void> {
  const partial = await readAgain(() => readPartial(db, userId, messageId))
  const live = answerSnapshot(messageId)
  setAnswer(messageId, live && live.cursor >= partial.cursor ? live : partial)
}

/** Whether a sync has stored the whole answer before its stream said so: then nobody follows it any more. */
async function isComplete({ db, userId, messageId }: FollowOptions): Promise<boolean> {
  return (await db.messages.get([userId, messageId]))?.status === 'complete'
}

function unlessSignedOut(error: unknown): void {
  if (!isSignedOutError(error)) throw error
}

/** Reads one connection; null when it ended before the answer did. */
async function connect(options: FollowOptions, outer: AbortSignal): Promise<AnswerEnd | null> {
  const { api, userId, chatId, messageId, silenceMs } = options
  const cursor = answerSnapshot(messageId)?.cursor ?? 0
  const connection = openConnection(outer)
  const { signal } = connection
  try {
    const response = await api.request(streamAnswer, {
      params: { id: chatId },
      query: { message: messageId },
      headers: { accept: 'text/event-stream', ...(cursor > 0 ? { 'last-event-id': eventId(messageId, cursor) } : {}) },
      as: userId,
      signal,
    })
    const here = answerSnapshot(messageId)
    if (here) setAnswer(messageId, { ...here, connected: true })
    const reading = { signal, onBytes: connection.heard, ...(silenceMs ? { silenceMs } : {}) }
    for await (const event of readEvents(response, reading)) {
      const taken = await take(options, event)
      if (taken !== 'go on') return taken
    }
    return null
  } finally {
    connection.close()
  }
}

/** Applies an event; null when an event before it is missing. */
async function take(options: FollowOptions, event: StreamEvent): Promise<AnswerEnd | null | 'go on'> {
  const { db, userId, messageId } = options
  switch (event.event) {
    case 'accepted':
      await saveMessages(db, userId, [event.data.user_message, event.data.assistant_message])
      return 'go on'
    case 'done':
      await saveMessages(db, userId, [event.data.assistant_message])
      return event.data.assistant_message.status === 'deleted' ? { failed: null, isDeleted: true } : { failed: null }
    case 'failed': {
      const { code, message: failure, assistant_message } = event.data
      if (assistant_message) await saveMessages(db, userId, [assistant_message])
      else await markFailed(db, userId, messageId, { text: answerSnapshot(messageId)?.text ?? '', code })
      return { failed: { code, message: failure } }
    }
    case 'sources':
      setAnswer(messageId, { ...(answerSnapshot(messageId) ?? nothing), search: event.data, connected: true })
      return 'go on'
    case 'queued':
      setAnswer(messageId, { ...(answerSnapshot(messageId) ?? nothing), before: event.data.before, connected: true })
      return 'go on'
    default:
      return append(messageId, event) ? 'go on' : null
  }
}

/** Appends a numbered event; a duplicate is ignored. False when an event before it is missing. */
function append(messageId: string, event: Extract<StreamEvent, { event: 'delta' | 'reasoning' }>): boolean {
  const answer = answerSnapshot(messageId) ?? nothing
  const n = eventNumber(event.id ?? '', messageId)
  if (n <= answer.cursor) return true
  if (n > answer.cursor + 1) return false
  const field = event.event === 'delta' ? 'text' : 'reasoning'
  const text = answer[field] + event.data.text
  setAnswer(messageId, { ...answer, [field]: text, cursor: n, before: null, connected: true })
  return true
}
