import { atom, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'

interface PageTitle {
  /** Of what is shown: it stays the same while only the address of the page changes. */
  id: string
  /** Empty while it is being read. */
  title: string
}

/** The title of a page whose content gives it; null on pages that have the title of their route. */
export const pageTitleAtom = atom<PageTitle | null>(null)

/** Names the window after the content of the page. A layout effect sets it before the router reports the page. */
export function usePageTitle(id: string, title: string): void {
  const set = useSetAtom(pageTitleAtom)
  useLayoutEffect(() => {
    set({ id, title })
    return () => set(null)
  }, [set, id, title])
}
