import { LOGIN_PATH } from './paths.ts'

type Navigate = (href: string) => void

let navigate: Navigate = (href) => location.assign(href)

/** Lets the router do it in place; without one the page is loaded anew. */
export function navigateToLoginBy(next: Navigate): void {
  navigate = next
}

/** After a refused refresh: opens the log-in, which leads back to this page. */
export function goToLogin(): void {
  if (location.pathname.startsWith('/auth/')) return
  const here = location.pathname + location.search
  navigate(`${LOGIN_PATH}?redirect=${encodeURIComponent(here)}`)
}
