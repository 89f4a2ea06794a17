import { pageScript } from './page-script.ts'

/** sessionStorage key: the builds for which this tab has reloaded already, by the URL of their entry script. */
const STORED_AS = 'reloaded-builds'

/** Records the reload. False when this build was tried before or storage is blocked, so that reloads cannot loop. */
export function recordReload(): boolean {
  try {
    const tried = readTried()
    const build = pageScript()
    if (tried.includes(build)) return false
    sessionStorage.setItem(STORED_AS, [...tried, build].join(' '))
    return true
  } catch {
    return false
  }
}

/** Removes the record: the page has not reloaded, so a later try is still the first. */
export function forgetReload(): void {
  sessionStorage.setItem(
    STORED_AS,
    readTried()
      .filter((build) => build !== pageScript())
      .join(' '),
  )
}

const readTried = (): string[] => (sessionStorage.getItem(STORED_AS) ?? '').split(' ').filter(Boolean)
