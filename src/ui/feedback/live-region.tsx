import { atom, getDefaultStore, useAtomValue } from 'jotai'

type Urgency = 'polite' | 'assertive'
type Announcement = { id: number; text: string }

/** Long enough for every reader to have taken it up; what is said is not kept in the page. */
const KEPT_MS = 8000

const announcementsAtom = atom<Record<Urgency, readonly Announcement[]>>({ polite: [], assertive: [] })
let count = 0

/**
 * Has a screen reader say it; the same words again are said again, and what is said at the same time is said one after
 * the other. Needs `<LiveRegions>` in the page.
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const id = ++count
  change(urgency, (announcements) => [...announcements, { id, text }])
  setTimeout(() => change(urgency, (announcements) => announcements.filter((each) => each.id !== id)), KEPT_MS)
}

function change(urgency: Urgency, to: (now: readonly Announcement[]) => readonly Announcement[]): void {
  getDefaultStore().set(announcementsAtom, (now) => ({ ...now, [urgency]: to(now[urgency]) }))
}

/** Once in the app, from the start: a region that appears together with its words stays silent. */
export function LiveRegions() {
  const { polite, assertive } = useAtomValue(announcementsAtom)
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
const asParagraph = ({ id, text }: Announcement) => <p key={id}>{text}</p>
