import { useEffect } from 'react'
import { NotificationClicks } from './notification-clicks.tsx'
import { NotificationPrompt } from './notification-prompt.tsx'
import { renewSubscription } from './notification-state.ts'

/** "Answer ready", on the side of the page. */
export function Notifications({ account }: { account: number }) {
  useEffect(() => {
    renewSubscription(account).catch(reportError)
  }, [account])
  return (
    <>
      <NotificationClicks />
      <NotificationPrompt />
    </>
  )
}
