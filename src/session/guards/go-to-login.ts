import { LOGIN_PATH } from './paths.ts'

type Navigate = (href: string) => void

let navigate: Navigate = (href) => location.assign(href)

/** Sets the router's navigation for `goToLogin`; without it the log-in is opened by a full page load. */
export function navigateToLoginBy(next: Navigate): void {
  navigate = next
}

/** Opens the log-in after a refused token refresh; signing in leads back to this page. */
export function goToLogin(): void {
  // Signed-out users may stay on these pages; one of them may be showing why the session has ended.
  if (location.pathname.startsWith('/auth/') || location.pathname === '/check') return
  const here = location.pathname + location.search
  navigate(`${LOGIN_PATH}?redirect=${encodeURIComponent(here)}`)
}
