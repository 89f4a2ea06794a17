import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeReturnUrl } from '#session/guards/return-url.ts'
import { useSession } from '#session/state/session-atom.ts'
import { saveTypedEmail } from './typed-email.ts'

interface LeavingOptions {
  /** True while a signed-in user must stay on the page. */
  isHeld: boolean
  /** History state for the next page. */
  state: object | undefined
}

/**
 * Leaves the page as soon as a user is signed in, here or in another tab: to `redirect`, the stored return address, or
 * the chat. The returned function resolves after that, so that a form stays disabled until then.
 */
export function useLeaveWhenSignedIn(redirect: string | undefined, options?: LeavingOptions): () => Promise<void> {
  const { isHeld = false, state } = options ?? {}
  const router = useRouter()
  const isSignedIn = useSession() !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state only accompanies the navigation
  useEffect(() => {
    if (!isSignedIn || isHeld) return
    saveTypedEmail('')
    router.history.replace(takeReturnUrl(redirect), state)
  }, [isSignedIn, isHeld, redirect, router])
  return () =>
    new Promise((resolve) => {
      const stop = router.subscribe('onResolved', () => {
        stop()
        resolve()
      })
    })
}
