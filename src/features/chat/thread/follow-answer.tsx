import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { isApiError, isSignedOutError } from '#api/errors.ts'
import { database } from '#offline/database/database.ts'
import { tailAnswer } from '#offline/stream/follow-answer.ts'
import { api } from '#session/api.ts'
import { announce } from '#ui/feedback/live-region.tsx'

export interface AnswerTailProps {
  account: number
  chat: string
  message: string
  /** The one that is being written; others wait for it. */
  first: boolean
}

/** Follows one answer to its end while its chat is open, and tells screen readers when it begins. */
export function AnswerTail({ account, chat, message, first }: AnswerTailProps) {
  useEffect(() => {
    if (first) announce(t`Companion is answering`)
  }, [first])

  useEffect(() => {
    const ending = new AbortController()
    tailAnswer({ db: database(), api, account, chat, message, signal: ending.signal }).catch((error: unknown) => {
      // A refusal (the answer is gone, nobody is signed in) leaves what is here; the next sync settles it.
      if (!ending.signal.aborted && !isApiError(error) && !isSignedOutError(error)) reportError(error)
    })
    return () => ending.abort()
  }, [account, chat, message])

  return null
}
