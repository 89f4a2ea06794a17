import { CHAT_PATH } from './paths.ts'

/** The localStorage key of the page to return to after signing in. */
export const PLACE_KEY = 'redirectFrom'

/** No address of ours is longer; a place that is, is nonsense or an attack on whoever reads it. */
const PLACE_MAX = 2000

/** Path, query and hash if `place` is on our own origin, else null. The URL parser decides, as it will when we go there. */
export function sameOriginPlace(place: unknown, origin: string = location.origin): string | null {
  if (typeof place !== 'string' || place.length > PLACE_MAX) return null
  const path = pathOn(place, origin)
  // A path may itself begin with two slashes and so name another host when it is used.
  return path !== null && pathOn(path, origin) === path ? path : null
}

function pathOn(place: string, origin: string): string | null {
  if (!URL.canParse(place, origin)) return null
  const url = new URL(place, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/** Keeps path and query of where the person wanted to go; a place elsewhere is not kept. */
export function rememberPlace(place: string): void {
  const [path] = sameOriginPlace(place)?.split('#') ?? []
  if (path === undefined) return
  try {
    localStorage.setItem(PLACE_KEY, path)
  } catch {
    // Without storage the person lands on the chat instead; nothing is lost.
  }
}

/** Where to go after signing in: the query's place, the stored one, or the chat. Clears the stored one. */
export function takePlace(queryRedirect?: unknown): string {
  const stored = storedPlace()
  forgetPlace()
  return sameOriginPlace(queryRedirect) ?? stored ?? CHAT_PATH
}

/** The stored place, checked anew; it survives the full page load that loses the router's state. */
export function storedPlace(): string | null {
  try {
    return sameOriginPlace(localStorage.getItem(PLACE_KEY))
  } catch {
    // As above.
    return null
  }
}

export function forgetPlace(): void {
  try {
    localStorage.removeItem(PLACE_KEY)
  } catch {
    // As above.
  }
}
