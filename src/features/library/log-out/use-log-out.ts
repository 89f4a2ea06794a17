import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { signOut, whenSignedOut } from '#session/sign-out/sign-out.ts'

/** Signs out on this device and goes to the start page; works offline too. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const done = signOut()
    // The start page sends anyone who is still signed in back to the chat.
    await Promise.race([done, whenSignedOut()])
    await navigate({ to: '/', replace: true })
    await done
  }, [navigate])
}
