import { useSyncExternalStore } from 'react'

type Urgency = 'polite' | 'assertive'

let said: Record<Urgency, string> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Has a screen reader say it; the same words again are said again. Needs `<LiveRegions>` in the page. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  // A reader only speaks of a change: an unseen space makes a repeat one.
  said = { ...said, [urgency]: said[urgency] === text ? `${text}\u00a0` : text }
  for (const listener of listeners) listener()
}

/** Once in the app, from the start: a region that appears together with its words stays silent. */
export function LiveRegions() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => said)
  return (
    <>
      <div role="status" aria-live="polite" className="visually-hidden">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" className="visually-hidden">
        {assertive}
      </div>
    </>
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
