import { useEffect } from 'react'
import { NotificationClicks } from './notification-clicks.tsx'
import { NotificationPrompt } from './notification-prompt.tsx'
import { renewSubscription } from './notification-state.ts'

/** "Answer ready", on the side of the page. */
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
