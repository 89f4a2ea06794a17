import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { isApiError, isSignedOutError } from '#api/errors.ts'
import { database } from '#offline/database/database.ts'
import { followAnswer } from '#offline/stream/follow-answer.ts'
import { api } from '#session/api.ts'
import { announce } from '#ui/feedback/live-region.tsx'

/** Each followed answer uses one connection, and a browser opens six: queued answers are not followed yet. */
const FOLLOWED_AT_ONCE = 2

/**
 * Streams unfinished answers while their chat is open, by message id in order; announces when the first one starts. A
 * stream goes on when other ids are added or removed. User and chat never change, since the chat is the component's
 * key.
 */
export function useFollowAnswers(userId: number, chatId: string, messageIds: readonly string[]): void {
  const following = useRef(new Map<string, AbortController>())
  const [first] = messageIds

  useEffect(() => {
    if (first !== undefined) announce(t`Companion is answering`)
  }, [first])

  useEffect(() => {
    const wanted = messageIds.slice(0, FOLLOWED_AT_ONCE)
    for (const [messageId, controller] of following.current) {
      if (wanted.includes(messageId)) continue
      controller.abort()
      following.current.delete(messageId)
    }
    for (const messageId of wanted) {
      if (following.current.has(messageId)) continue
      const controller = new AbortController()
      following.current.set(messageId, controller)
      follow(userId, chatId, messageId, controller.signal)
    }
  }, [userId, chatId, messageIds])

  useEffect(() => {
    const all = following.current
    return () => {
      for (const controller of all.values()) controller.abort()
      all.clear()
    }
  }, [])
}

function follow(userId: number, chatId: string, messageId: string, signal: AbortSignal): void {
  const options = { db: database(), api, userId, chatId, messageId, signal }
  followAnswer(options).catch((error: unknown) => {
    // A refusal (the answer was deleted, no user is signed in) changes nothing here; the next sync updates the answer.
    if (!signal.aborted && !isApiError(error) && !isSignedOutError(error)) reportError(error)
  })
}
