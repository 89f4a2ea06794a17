import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { describeError } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { answerToText } from '../markdown/answer-to-text.ts'
import { isReadAloud } from '../speech/is-read-aloud.ts'
import { languageOfText } from '../speech/language-of-text.ts'
import { isInVoiceChat } from '../speech/listening.ts'
import { play } from '../speech/speaker.ts'
import { type AwaitedAnswers, createAwaitedAnswers } from './awaited-answers.ts'
import type { Row } from './rows/build-rows.ts'

/**
 * Announces each awaited answer to screen readers once, or reads it aloud when the user chose that; announces failures
 * always, and shows one whose answer is scrolled away in a toast. Returns the function that records a request for
 * another version.
 */
export function useAnnounceAnswers(rows: readonly Row[]): AwaitedAnswers['onRegenerate'] {
  const { autoplay, voice } = useChatProfile()
  const wishes = useRef({ autoplay, voice })
  wishes.current = { autoplay, voice }
  const [awaited] = useState(createAwaitedAnswers)
  useEffect(() => {
    for (const answer of awaited.look(rows)) announceAnswer(answer, wishes.current)
  }, [awaited, rows])
  return awaited.onRegenerate
}

function announceAnswer(answer: Message, wishes: { autoplay: boolean; voice: string | null }): void {
  const { id, status, failure } = answer
  const language = currentLanguage()
  if (status === 'deleted') return
  if (status === 'failed') {
    const reason = (failure === null ? null : describeError(failure, language)) ?? ''
    const text = t`The answer failed. ${reason}`.trim()
    if (isOnScreen(id)) announce(text, 'assertive')
    else toastError(text)
  } else if (status !== 'complete') {
    announce(failure === null ? t`You stopped this answer.` : t`This answer is not complete.`, 'assertive')
  } else if (isInVoiceChat()) {
    return
  } else if (isReadAloud(wishes.autoplay)) {
    const text = answerToText(answer, { code: false })
    const onFailure = () => announceText(answer, language)
    play({ messageId: id, text, voice: wishes.voice, language, onFailure })
  } else {
    announceText(answer, language)
  }
}

function announceText(answer: Message, language: Language): void {
  const text = answerToText(answer)
  announce(text, 'polite', languageOfText(text, language))
}

/** True when the reader sees the answer, which says itself that it failed. */
function isOnScreen(id: string): boolean {
  const answer = document.querySelector(`[data-message="${CSS.escape(id)}"]`)
  const view = answer?.closest('[data-messages]')?.getBoundingClientRect()
  const { top, bottom } = answer?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return view !== undefined && bottom > view.top && top < view.bottom
}
