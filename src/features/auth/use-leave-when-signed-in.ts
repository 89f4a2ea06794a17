import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeReturnUrl } from '#session/guards/return-url.ts'
import { useSession } from '#session/state/session-atom.ts'
import { saveTypedEmail } from './typed-email.ts'

/**
 * Leaves the page as soon as a user is signed in, here or in another tab: to `redirect`, the stored place, or the chat.
 * The returned function resolves after that, so that a form stays disabled until then.
 */
export function useGoOn(redirect: string | undefined): () => Promise<void> {
  const router = useRouter()
  const isSignedIn = useSession() !== null
  useEffect(() => {
    if (!isSignedIn) return
    saveTypedEmail('')
    router.history.replace(takeReturnUrl(redirect))
  }, [isSignedIn, redirect, router])
  return () =>
    new Promise((resolve) => {
      const stop = router.subscribe('onResolved', () => {
        stop()
        resolve()
      })
    })
}
