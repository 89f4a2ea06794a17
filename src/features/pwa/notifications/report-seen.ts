import { useEffect } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { markAnswerSeen } from '#contract/endpoints/companion.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { type FinishedAnswer, onAnswerFinished } from '#offline/stream/finished-answers.ts'
import { api } from '#session/api.ts'

/** Reports each answer that ends on this screen (see `reportSeen`); `openChat` is the shown chat. */
export function useSeenReports(openChat: string | undefined): void {
  useEffect(() => onAnswerFinished((answer) => void reportSeen(answer, openChat).catch(reportError)), [openChat])
}

/**
 * Informs the server that the end of an answer was on this screen, so that this device gets no push message for it. A
 * page in the background reports nothing, even while it still reads the stream.
 */
export async function reportSeen(
  { userId, chatId, messageId }: FinishedAnswer,
  openChat: string | undefined,
): Promise<void> {
  if (chatId !== openChat || document.visibilityState !== 'visible') return
  if ((await readDeviceSetting(database(), 'notifications')) !== 'on') return
  try {
    await api.call(markAnswerSeen, { body: { message: messageId }, as: userId })
  } catch (error) {
    if (!isExpectedError(error)) throw error
    // Then the push message arrives, and the worker decides whether to show it.
    logHandled('An answer could not be reported as seen', error)
  }
}
