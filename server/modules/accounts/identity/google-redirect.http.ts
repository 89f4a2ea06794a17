import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { GOOGLE_FRAGMENT, googlePages } from '#contract/google-redirect.ts'
import { readUrlEncoded } from '../../../http/request/read-url-encoded.ts'

/** A credential is a signed token of about 1 KB. */
const BODY_MAX = 16 * 1024
const PAGES_ORIGIN = 'https://pages.invalid'

/** The fields that Google posts (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token). */
const Fields = v.object({
  credential: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/), v.maxLength(4096)), ''),
  g_csrf_token: v.fallback(v.string(), ''),
  state: v.fallback(v.string(), ''),
})

/**
 * Takes the credential that Google posts, and hands it to the page with the button, in the fragment of the address,
 * which no server and no log receives. The page then signs in as it does after a window, with its nonce. A post without
 * the token that Google's script has stored in a cookie comes from elsewhere: its credential is left out.
 */
export async function redirectWithCredential(request: Request): Promise<Response> {
  const { credential, g_csrf_token: token, state } = v.parse(Fields, await readUrlEncoded(request, BODY_MAX))
  const isOwn = token !== '' && isSame(token, cookieOf(request, 'g_csrf_token'))
  const location = `${pageOf(state)}${GOOGLE_FRAGMENT}${isOwn ? credential : ''}`
  return new Response(null, {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}

/** The page that the user came from with its search parameters, the log-in page for anything else. */
function pageOf(state: string): string {
  const url = URL.parse(state, PAGES_ORIGIN)
  const isPage = url !== null && url.origin === PAGES_ORIGIN && googlePages.includes(url.pathname)
  return isPage ? `${url.pathname}${url.search}` : '/auth/login'
}

function cookieOf(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
