import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { currentSession, onPersonChange } from '#session/session-atom.ts'
import { signOut } from '#session/sign-out.ts'

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

/** Here, on this device; the server is told afterwards. */
function whenSignedOut(): Promise<void> {
  return new Promise((resolve) => {
    if (currentSession() === null) return resolve()
    const stop = onPersonChange((session) => {
      if (session !== null) return
      stop()
      resolve()
    })
  })
}
