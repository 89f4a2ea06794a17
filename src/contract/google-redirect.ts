/** Where Google posts the credential when the app cannot open Google's window (`login_uri` of Google's button). */
export const GOOGLE_REDIRECT_PATH = '/auth/google'

/** The start of the fragment with which the server hands the credential to the page; empty: Google gave none. */
export const GOOGLE_FRAGMENT = '#google='

/** The pages with Google's button, to which the server may redirect. */
export const googlePages: readonly string[] = ['/auth/login', '/auth/register']
