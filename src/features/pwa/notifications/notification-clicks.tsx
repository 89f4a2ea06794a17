import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { parseWorkerMessage } from '#lib/service-worker/worker-messages.ts'
import { database } from '#offline/database/database.ts'
import { forgetUnseen } from '#offline/stream/unseen-answers.ts'
import { useSeenReports } from './report-seen.ts'

/**
 * Opens the chat of a clicked notification, tells the worker whether a chat is shown, clears badge and notification when
 * the page is visible, and reports answers seen on this screen. Renders nothing.
 */
export function NotificationClicks() {
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  useSeenReports(chatId)

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const controller = new AbortController()
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data, ports }: MessageEvent<unknown>) => {
        const message = parseWorkerMessage(data)
        if (message?.type === 'IS_SHOWN') {
          ports[0]?.postMessage(message.chat === chatId && document.visibilityState === 'visible')
        }
        if (message?.type !== 'OPEN_CHAT') return
        // The worker navigates a window that does not answer.
        ports[0]?.postMessage('going')
        navigate({ to: '/chat/$chatId', params: { chatId: message.chat } }).catch(reportError)
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [navigate, chatId])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') clearMarks(chatId).catch(reportError)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [chatId])
  return null
}

async function clearMarks(chatId: string | undefined): Promise<void> {
  await forgetUnseen(database())
  await navigator.clearAppBadge?.()
  if (chatId !== undefined) await closeNotifications(chatId)
}
