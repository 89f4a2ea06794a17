import * as v from 'valibot'
import { GOOGLE_FRAGMENT } from '#contract/google-redirect.ts'

/** In localStorage, because iOS may show Google's page in another window than the app's. */
const KEY = 'companion:google-nonce'

/** Stores the nonce of a button that redirects, until the page is opened with the credential. */
export function storeNonce(nonce: string): void {
  try {
    localStorage.setItem(KEY, nonce)
  } catch {
    // Storage is blocked: the server refuses the credential, and the page says to try again.
  }
}

/**
 * The credential with which a redirect has opened this page, and the stored nonce; undefined when the page was opened
 * otherwise. Both are removed. Without a stored nonce the credential is empty: somebody else may have made the link.
 */
export function takeReturned(): { credential: string; nonce: string } | undefined {
  const { hash, pathname, search } = location
  if (!hash.startsWith(GOOGLE_FRAGMENT)) return undefined
  history.replaceState(history.state, '', `${pathname}${search}`)
  const nonce = takeNonce()
  return { credential: nonce === '' ? '' : hash.slice(GOOGLE_FRAGMENT.length), nonce }
}

function takeNonce(): string {
  try {
    const nonce = v.parse(v.nullable(v.string()), localStorage.getItem(KEY))
    localStorage.removeItem(KEY)
    return nonce ?? ''
  } catch {
    return ''
  }
}
