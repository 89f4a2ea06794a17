import type { Api } from '#api/client.ts'
import { isApiError } from '#api/errors.ts'
import { isRetryable } from '#api/retry.ts'
import { checkImport, type ImportState, importChats } from '#contract/endpoints/import.ts'
import { IMPORT_CHECKS_MAX } from '#contract/limits.ts'
import { delay } from '#lib/timing/delay.ts'
import { waitToRetry } from '#lib/timing/wait-to-retry.ts'
import type { Portion } from './read/to-portions.ts'
import type { FoundChat } from './read/worker-messages.ts'

interface Calls {
  api: Api
  userId: number
  signal: AbortSignal
}

/** What an import waits for before it sends again: nothing, a connection, or the server, which asks for a pause. */
export type Waiting = 'network' | 'server' | null

/** A portion takes the server longer than other calls, and a slow connection longer to send. */
const TIMEOUT_MS = 120_000

/**
 * Asks which of these chats the server has already. While the server cannot be reached it waits; errors as `api.call`.
 */
export async function checkChats(
  { api, userId, signal }: Calls,
  found: readonly FoundChat[],
  onWaiting: (waiting: Waiting) => void,
): Promise<ReadonlyMap<string, ImportState>> {
  const states = new Map<string, ImportState>()
  for (let from = 0; from < found.length; from += IMPORT_CHECKS_MAX) {
    const chats = found.slice(from, from + IMPORT_CHECKS_MAX).map(({ id, newest }) => ({ id, newest }))
    const { results } = await insist(
      () => api.call(checkImport, { body: { chats }, as: userId, signal }),
      signal,
      onWaiting,
    )
    for (const { id, state } of results) states.set(id, state)
  }
  return states
}

/** Numbers of chats by what became of them, and of the messages that were stored. */
export interface Stored {
  created: number
  grown: number
  refused: number
  messages: number
}

/**
 * Sends one portion and adds to `stored`. The server recognises what it has, so a portion whose response was lost is
 * sent again; its chats that were new before this import then count as created, with all their messages. While the
 * server cannot be reached it waits; errors as `api.call`.
 */
export async function storePortion(
  { api, userId, signal }: Calls,
  { portion, again, states }: { portion: Portion; again: boolean; states: ReadonlyMap<string, ImportState> },
  { stored, seen, onWaiting }: { stored: Stored; seen: Set<string>; onWaiting: (waiting: Waiting) => void },
): Promise<void> {
  const call = () => api.call(importChats, { body: { ...portion, again }, as: userId, signal, timeoutMs: TIMEOUT_MS })
  const { results } = await insist(call, signal, onWaiting)
  const sent = new Map(portion.chats.map(({ id, messages }) => [id, messages.length]))
  for (const { id, state, added } of results) {
    const isStored = state === 'created' || state === 'known'
    const wasKnown = states.get(id) === 'grown'
    stored.messages += isStored && !wasKnown ? (sent.get(id) ?? added) : added
    // A long chat comes in several portions.
    if (seen.has(id)) continue
    seen.add(id)
    if (isStored && wasKnown) stored.grown += 1
    else if (isStored) stored.created += 1
    else if (state === 'refused') stored.refused += 1
  }
}

/** Repeats a call while a repetition may succeed. */
async function insist<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onWaiting: (waiting: Waiting) => void,
): Promise<T> {
  while (true) {
    try {
      const result = await call()
      onWaiting(null)
      return result
    } catch (error) {
      if (signal.aborted || !isRetryable(error, { retriesOwn401: false })) throw error
      onWaiting(isApiError(error) ? 'server' : 'network')
      await (isApiError(error) && error.retryAfterMs ? delay(error.retryAfterMs, signal) : waitToRetry())
      signal.throwIfAborted()
    }
  }
}
