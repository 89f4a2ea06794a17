import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { Language } from '#i18n/languages.ts'

type Urgency = 'polite' | 'assertive'
type Announcement = { id: number; text: string; lang: Language | undefined }

/** Long enough for each screen reader to read a message before it is removed from the page. */
const KEPT_MS = 8000

const announcementsAtom = atom<Record<Urgency, readonly Announcement[]>>({ polite: [], assertive: [] })
let count = 0

/**
 * Announces a text to screen readers; a repeated text is announced again, and simultaneous texts one after another.
 * `lang` is its language, where that is not the app's. Needs `<LiveRegions>` in the page.
 */
export function announce(text: string, urgency: Urgency = 'polite', lang?: Language): void {
  const id = ++count
  change(urgency, (announcements) => [...announcements, { id, text, lang }])
  setTimeout(() => change(urgency, (announcements) => announcements.filter((each) => each.id !== id)), KEPT_MS)
}

/** Removes what has been announced from the page at once, for texts that must not outlast their screen. */
export function clearAnnouncements(): void {
  getDefaultStore().set(announcementsAtom, { polite: [], assertive: [] })
}

function change(urgency: Urgency, to: (now: readonly Announcement[]) => readonly Announcement[]): void {
  getDefaultStore().set(announcementsAtom, (now) => ({ ...now, [urgency]: to(now[urgency]) }))
}

/** Rendered once from the start: screen readers ignore a region that appears together with its text. */
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

/** Each text is a separate element, so that screen readers announce only the added one. */
const asParagraph = ({ id, text, lang }: Announcement) => (
  <p key={id} lang={lang}>
    {text}
  </p>
)
