import { WIDE_SCREEN } from '#lib/browser/wide-screen.ts'
import { withTimeout } from '#lib/timing/with-timeout.ts'

const LOADED_WITHIN_MS = 1_000

/** Where the list stands beside the chat, loads its code, so that both are rendered at once. */
export async function loadListBeside(): Promise<void> {
  if (!window.matchMedia(WIDE_SCREEN).matches) return
  const { loadSidebar } = await import('#features/library/lazy-sidebar.tsx')
  await withTimeout(LOADED_WITHIN_MS, loadSidebar())
}
