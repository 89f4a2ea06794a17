import { MESSAGE_MAX } from '#contract/limits.ts'
import { CHAT_PATH } from './paths.ts'

/** The localStorage key of the return address after signing in. */
export const RETURN_URL_KEY = 'redirectFrom'

/**
 * The app's own addresses are shorter. The longest is that of a shared title, text and URL, each of which may be
 * twice as long as a message (src/routes/chat/$chatId.tsx); a character takes up to nine in an address.
 */
const RETURN_URL_MAX = 2000 + 3 * 9 * 2 * MESSAGE_MAX

/** Path, query and hash of an address on the app's own origin, else null; parsed by `URL`, as on opening it. */
export function sameOriginUrl(returnUrl: unknown, origin: string = location.origin): string | null {
  if (typeof returnUrl !== 'string' || returnUrl.length > RETURN_URL_MAX) return null
  const path = pathOn(returnUrl, origin)
  // A path that begins with two slashes would name another host when used as an address.
  return path !== null && pathOn(path, origin) === path ? path : null
}

function pathOn(returnUrl: string, origin: string): string | null {
  if (!URL.canParse(returnUrl, origin)) return null
  const url = new URL(returnUrl, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}

/** Stores path and query of the return address; an address on another origin is ignored. */
export function rememberReturnUrl(returnUrl: string): void {
  const [path] = sameOriginUrl(returnUrl)?.split('#') ?? []
  if (path === undefined) return
  try {
    localStorage.setItem(RETURN_URL_KEY, path)
  } catch {
    // Storage is blocked: the user lands on the chat instead.
  }
}

/** The return address after signing in: from the query, from storage, or the chat. Deletes the stored one. */
export function takeReturnUrl(queryRedirect?: unknown): string {
  const stored = storedReturnUrl()
  forgetReturnUrl()
  return sameOriginUrl(queryRedirect) ?? stored ?? CHAT_PATH
}

/** The stored return address, validated again; unlike the router's state it survives a full page load. */
export function storedReturnUrl(): string | null {
  try {
    return sameOriginUrl(localStorage.getItem(RETURN_URL_KEY))
  } catch {
    // Storage is blocked: there is no return address.
    return null
  }
}

export function forgetReturnUrl(): void {
  try {
    localStorage.removeItem(RETURN_URL_KEY)
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
