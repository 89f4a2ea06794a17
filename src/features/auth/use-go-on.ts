import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takePlace } from '#session/redirect-place.ts'
import { useSession } from '#session/session-atom.ts'

/** Leaves the page as soon as somebody is signed in, here or in another tab: to `redirect`, the stored place, or the chat. */
export function useGoOn(redirect: string | undefined): void {
  const router = useRouter()
  const isSignedIn = useSession() !== null
  useEffect(() => {
    if (isSignedIn) router.history.replace(takePlace(redirect))
  }, [isSignedIn, redirect, router])
}
