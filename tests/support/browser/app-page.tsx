import 'fake-indexeddb/auto'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { onTestFinished, vi } from 'vitest'
import { createAppRouter } from '../../../src/router.tsx'
import { render } from './render.tsx'

/** The app's own router at `path`, reached from a page that everybody may see: the first page of a tab loads afresh. */
export async function openRouter(path: string) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/information'] }))
  await router.load()
  await router.navigate({ href: path })
  return router
}

/** Renders the page of the app at `path` with its frame. */
export async function openAppPage(path: string): Promise<HTMLElement> {
  return render(<RouterProvider router={await openRouter(path)} />)
}
