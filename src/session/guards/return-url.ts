import { CHAT_PATH } from './paths.ts'

/** The localStorage key of the page to return to after signing in. */
export const RETURN_URL_KEY = 'redirectFrom'

/** No address of ours is longer; a place that is, is nonsense or an attack on whoever reads it. */
const RETURN_URL_MAX = 2000

/** Path, query and hash if `returnUrl` is on our own origin, else null. The URL parser decides, as it will when we go there. */
export function sameOriginUrl(returnUrl: unknown, origin: string = location.origin): string | null {
  if (typeof returnUrl !== 'string' || returnUrl.length > RETURN_URL_MAX) return null
  const path = pathOn(returnUrl, origin)
  // A path may itself begin with two slashes and so name another host when it is used.
  return path !== null && pathOn(path, origin) === path ? path : null
}

function pathOn(returnUrl: string, origin: string): string | null {
  if (!URL.canParse(returnUrl, origin)) return null
  const url = new URL(returnUrl, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/** Keeps path and query of where the person wanted to go; a place elsewhere is not kept. */
export function rememberReturnUrl(returnUrl: string): void {
  const [path] = sameOriginUrl(returnUrl)?.split('#') ?? []
  if (path === undefined) return
  try {
    localStorage.setItem(RETURN_URL_KEY, path)
  } catch {
    // Without storage the person lands on the chat instead; nothing is lost.
  }
}

/** Where to go after signing in: the query's place, the stored one, or the chat. Clears the stored one. */
export function takeReturnUrl(queryRedirect?: unknown): string {
  const stored = storedReturnUrl()
  forgetReturnUrl()
  return sameOriginUrl(queryRedirect) ?? stored ?? CHAT_PATH
}

/** The stored place, checked anew; it survives the full page load that loses the router's state. */
export function storedReturnUrl(): string | null {
  try {
    return sameOriginUrl(localStorage.getItem(RETURN_URL_KEY))
  } catch {
    // As above.
    return null
  }
}

export function forgetReturnUrl(): void {
  try {
    localStorage.removeItem(RETURN_URL_KEY)
  } catch {
    // As above.
  }
}
