import type { AnyRouter } from '@tanstack/react-router'
import { requestPalette } from '#data/open-palette.ts'
import { pressedKey } from '#features/search/shortcuts/pressed-key.ts'
import { currentSession } from '#session/state/session-atom.ts'

/**
 * Handles the shortcuts of every page of a signed-in user, from the first moment: what they open is loaded then. The
 * browser would take a key that nobody handles, such as Ctrl+K, to its address bar.
 */
export function followKeys(router: AnyRouter): void {
  document.addEventListener('keydown', (event) => {
    const key = currentSession() === null ? null : pressedKey(event)
    if (key === null) return
    event.preventDefault()
    if (key === 'new') void router.navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
    else requestPalette(key)
  })
}
