import { GOOGLE_FRAGMENT, GOOGLE_REDIRECT_PATH } from '#contract/google-redirect.ts'
import type { GoogleRedirect } from '#ui/google/google-button.tsx'

/** In localStorage, because iOS may show Google's page in another window than the app's. */
const KEY = 'companion:google-nonce'

/** How the pages with the button use it where Google's window cannot be opened (decision 117). */
export const googleRedirect: GoogleRedirect = {
  loginUri: `${location.origin}${GOOGLE_REDIRECT_PATH}`,
  storeNonce(nonce) {
    try {
      localStorage.setItem(KEY, nonce)
    } catch {
      // Storage is blocked: without the nonce the page asks to try again.
    }
  },
  takeReturned() {
    const { hash, pathname, search } = location
    if (!hash.startsWith(GOOGLE_FRAGMENT)) return undefined
    history.replaceState(history.state, '', `${pathname}${search}`)
    const nonce = takeNonce()
    // Somebody else may have made a link for which no nonce is stored.
    return { credential: nonce === '' ? '' : hash.slice(GOOGLE_FRAGMENT.length), nonce }
  },
}

/** The stored nonce, once; empty without one. */
function takeNonce(): string {
  try {
    const nonce = localStorage.getItem(KEY) ?? ''
    localStorage.removeItem(KEY)
    return nonce
  } catch {
    // Storage is blocked: there was none to store either.
    return ''
  }
}
