import type { AnyRouter } from '@tanstack/react-router'
import { requestPalette } from '#data/request-palette.ts'
import { pressedKey } from '#features/search/shortcuts/pressed-key.ts'
import { currentSession } from '#session/state/session-atom.ts'

/**
 * Handles a signed-in user's shortcuts on every page, even before the code of what they open is loaded. Otherwise the
 * browser would handle the key itself: Ctrl+K, for example, moves the focus to its address bar.
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
