import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/objects/user.ts'
import { onPaletteRequested } from '#data/request-palette.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { usePopup } from '#ui/use-popup.ts'
import { closePalette, isPaletteOpen, openPalette } from './palette-state.ts'

const paletteModule = lazyModule(() => import('./palette.tsx'))
const keysModule = lazyModule(() => import('./shortcuts/shortcuts-dialog.tsx'))

export interface SearchLayerProps {
  user: User
  /** Renders the log-out with its confirmation; it starts whenever `requests` increases. */
  leaving: (requests: number) => ReactNode
}

/** What the global shortcuts open: the search and the list of shortcuts. */
export function SearchLayer({ user, leaving }: SearchLayerProps) {
  const router = useRouter()
  // Read from the history, not the loaded route: else the search stays open, and takes keys, while a chosen chat loads.
  const { history } = router
  const open = useSyncExternalStore(history.subscribe, () => isPaletteOpen(history.location))
  const [keysOpen, setKeysOpen] = useState(false)
  const [leave, setLeave] = useState(0)
  const showKeys = useCallback(() => setKeysOpen(true), [])
  const logOut = useCallback(() => setLeave((requests) => requests + 1), [])
  const palette = usePopup(paletteModule, open, (next) => next || closePalette(router))
  const keys = usePopup(keysModule, keysOpen, setKeysOpen)

  useEffect(() => () => paletteModule.loaded()?.forget(), [])
  useEffect(() => onPaletteRequested((what) => (what === 'search' ? openPalette(router) : setKeysOpen(true))), [router])

  return (
    <>
      {palette ? <palette.Palette user={user} open={open} showKeys={showKeys} logOut={logOut} /> : null}
      {keys ? <keys.ShortcutsDialog open={keysOpen} onOpenChange={setKeysOpen} /> : null}
      {leave > 0 ? leaving(leave) : null}
    </>
  )
}
