import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { abovePages } from '#lib/browser/above-pages.ts'

/** A page in the app's frame, with a button to leave it. */
export function Frame({ children }: { children: ReactNode }) {
  const above = useSyncExternalStore(abovePages.subscribe, abovePages.get)
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setLeft(true)}>
        Leave the page
      </button>
      <main>{isLeft ? null : children}</main>
      {above}
    </>
  )
}
