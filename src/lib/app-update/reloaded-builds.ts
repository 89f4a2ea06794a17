import { pageScript } from './page-script.ts'

/** sessionStorage: the builds for which this tab has reloaded already, by the address of their first script. */
const STORED_AS = 'reloaded-builds'

/** False when this build was tried before, or when no note can be kept that would end a loop. */
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

/** The page has stayed, so a later try is still the first. */
export function forgetReload(): void {
  sessionStorage.setItem(
    STORED_AS,
    readTried()
      .filter((build) => build !== pageScript())
      .join(' '),
  )
}

const readTried = (): string[] => (sessionStorage.getItem(STORED_AS) ?? '').split(' ').filter(Boolean)
