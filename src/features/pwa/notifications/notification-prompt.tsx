import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { onAnswerFinished } from '#offline/stream/finished-answers.ts'
import { hasPush } from '#session/push-subscription.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { enableNotifications, notificationState } from './notification-state.ts'
import { isWorthTelling, watchHidden } from './worth-notifying.ts'

const ID = 'notifications'

/** Asks once, after a long answer, whether to notify of answers; a yes opens the browser's prompt. */
export function NotificationPrompt() {
  const { t } = useLingui()
  const isWorthAsking = useWorthAsking()
  const setting = useLiveQuery(() => readDeviceSetting(database(), 'notifications'))
  // The answer may also be given in the settings, or in another tab.
  const isOffered = isWorthAsking && setting === 'unasked'
  const text = t`Shall we tell you when a long answer is ready?`
  const yes = t`Yes`
  const no = t`No, thanks`
  const done = t`We will tell you when an answer is ready.`
  const failed = t`Notifications could not be switched on. You can try again in the settings.`

  useEffect(() => {
    if (!isOffered) return closePrompt(ID)
    const decline = () => void saveDeviceSetting(database(), 'notifications', 'declined').catch(reportError)
    const accept = () => {
      enableNotifications()
        .then((state) => {
          if (state === 'on') return void toastSuccess(done)
          decline()
          // A refusal in the browser's own prompt needs no message.
          if (state !== 'blocked' && state !== 'off') toastError(failed)
        })
        .catch((error: unknown) => {
          decline()
          if (isExpectedError(error)) toastError(failed)
          else toastFailure(error)
        })
    }
    showPrompt({
      id: ID,
      text,
      actions: [
        { label: no, onSelect: decline },
        { label: yes, onSelect: accept, primary: true },
      ],
      inChat: true,
    })
  }, [isOffered, text, yes, no, done, failed])
  useEffect(() => () => closePrompt(ID), [])
  return null
}

/** Returns true from the first long answer on after which notifications were possible and the question unanswered. */
function useWorthAsking(): boolean {
  const [isWorthAsking, setWorthAsking] = useState(false)
  useEffect(() => {
    if (!hasPush()) return
    const hidden = watchHidden()
    let isGone = false
    const offer = async () => {
      if (Notification.permission !== 'default') return
      if ((await readDeviceSetting(database(), 'notifications')) !== 'unasked') return
      if ((await notificationState()) === 'off' && !isGone) setWorthAsking(true)
    }
    const stop = onAnswerFinished(({ tookMs }) => {
      if (!isWorthTelling(tookMs, hidden.lastAt(), Date.now())) return
      // Offline, the question is postponed to another long answer.
      offer().catch((error: unknown) => logHandled('The question about notifications waits', error))
    })
    return () => {
      isGone = true
      stop()
      hidden.stop()
    }
  }, [])
  return isWorthAsking
}
