import { useSyncExternalStore } from 'react'

type Urgency = 'polite' | 'assertive'
type Words = { id: number; text: string }

/** Long enough for every reader to have taken it up; what is said is not kept in the page. */
const KEPT_MS = 8000

let said: Record<Urgency, readonly Words[]> = { polite: [], assertive: [] }
let count = 0
const listeners = new Set<() => void>()

/**
 * Has a screen reader say it; the same words again are said again, and what is said at the same time is said one after
 * the other. Needs `<LiveRegions>` in the page.
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const id = ++count
  change(urgency, [...said[urgency], { id, text }])
  setTimeout(
    () =>
      change(
        urgency,
        said[urgency].filter((words) => words.id !== id),
      ),
    KEPT_MS,
  )
}

function change(urgency: Urgency, words: readonly Words[]): void {
  said = { ...said, [urgency]: words }
  for (const listener of [...listeners]) listener()
}

/** Once in the app, from the start: a region that appears together with its words stays silent. */
export function LiveRegions() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => said)
  return (
    <>
      <div role="status" aria-live="polite" aria-atomic="false" className="visually-hidden">
        {polite.map(asParagraph)}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false" className="visually-hidden">
        {assertive.map(asParagraph)}
      </div>
    </>
  )
}

/** Each is an addition, so that readers speak of it alone. */
const asParagraph = ({ id, text }: Words) => <p key={id}>{text}</p>

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
