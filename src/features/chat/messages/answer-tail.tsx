import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { isApiError, isSignedOutError } from '#api/errors.ts'
import { describeError } from '#i18n/error-words.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database.ts'
import { tailAnswer } from '#offline/tail-answer.ts'
import { api } from '#session/api.ts'
import { announce } from '#ui/live-region.tsx'
import { toastError } from '#ui/toast.ts'
import { speakable } from './speakable.ts'

export interface AnswerTailProps {
  account: number
  chat: string
  message: string
}

/** Follows one answer to its end while its chat is open, tells screen readers when it begins and what it says, and everybody why it failed. */
export function AnswerTail({ account, chat, message }: AnswerTailProps) {
  useEffect(() => {
    const ending = new AbortController()
    const db = database()
    const follow = async () => {
      announce(t`Companion is answering`)
      const { failed } = await tailAnswer({ db, api, account, chat, message, signal: ending.signal })
      const stored = await db.messages.get([account, message])
      if (failed) {
        const reason = describeError(failed.code, currentLanguage()) ?? failed.message
        toastError(t`The answer failed. ${reason}`)
      } else if (stored?.status === 'complete') {
        announce(speakable(stored.content))
      } else {
        announce(t`This answer is not complete.`, 'assertive')
      }
    }
    follow().catch((error: unknown) => {
      // A refusal (the answer is gone, nobody is signed in) leaves what is here; the next sync settles it.
      if (!ending.signal.aborted && !isApiError(error) && !isSignedOutError(error)) reportError(error)
    })
    return () => ending.abort()
  }, [account, chat, message])

  return null
}
