import { useEffect } from 'react'
import { NotificationClicks } from './notification-clicks.tsx'
import { NotificationPrompt } from './notification-prompt.tsx'
import { renewSubscription } from './notification-state.ts'

/** The page's part of the "Answer ready" notifications. */
export function Notifications({ userId }: { userId: number }) {
  useEffect(() => {
    renewSubscription(userId).catch(reportError)
  }, [userId])
  return (
    <>
      <NotificationClicks />
      <NotificationPrompt />
    </>
  )
}
