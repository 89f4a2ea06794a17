import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OpenedScores } from '../open-scores.ts'
import { hideQuote, showQuote, showQuoteSoon } from './show-quote.ts'

/**
 * Leads from quoted words to where they stand. `closeSheet`: what lies over the answer and must go first; the words
 * stay marked then until the reader does something. Null: the scores stand beside the chat.
 */
export function useShowQuote({ chat, message }: OpenedScores, closeSheet: (() => void) | null) {
  const navigate = useNavigate()
  const isSheet = closeSheet !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer ends what was marked in the last one
  useEffect(() => (isSheet ? undefined : hideQuote), [isSheet, message])

  return (quote: string) => {
    if (isSheet) {
      for (const deed of ['pointerdown', 'keydown']) document.addEventListener(deed, hideQuote, { once: true })
    }
    if (showQuote(message, quote)) return closeSheet?.()
    showQuoteSoon(message, quote)
    // In place of the sheet, whose entry of the history this takes.
    void navigate({ to: '/chat/$chatId', params: { chatId: chat }, search: { message }, replace: isSheet, state: {} })
  }
}
