import { reloadSafely } from './before-reload.ts'
import { takeWaitingWorker } from './take-waiting-worker.ts'

/** sessionStorage: the builds for which this tab has reloaded already, by the address of their first script. */
const STORED_AS = 'reloaded-builds'

/** A script or style of the app could not be fetched. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError'
  constructor(url: string, options?: ErrorOptions) {
    super(`A part of the app could not be fetched: ${url}`, options)
  }
}

/** How Chromium, Firefox and WebKit say that an imported script, or one that it imports, could not be fetched. */
const missing =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i

export function isMissingPart(error: unknown): boolean {
  return error instanceof MissingPartError || (error instanceof Error && missing.test(error.message))
}

/**
 * A part of the app is gone, as after a deploy: saves what is typed and reloads, once a build, so that a part
 * that is really missing ends at the error page. False when it did not: for other errors, without a network, the
 * second time, or when something could not be saved. When it reloads, the promise stays open.
 */
export async function reloadForMissingPart(error: unknown): Promise<boolean> {
  if (!isMissingPart(error) || !(await isServerThere()) || !noteReload()) return false
  try {
    await takeWaitingWorker()
    await reloadSafely()
  } catch (failure) {
    reportError(failure)
    return false
  }
  return new Promise(() => {})
}

/** The router would reload by itself, at once: without saving, and without a network too. It heeds its own mark. */
export function keepRouterFromReloading(error: unknown): void {
  if (!isMissingPart(error)) return
  try {
    sessionStorage.setItem(`tanstack_router_reload:${(error as Error).message}`, '1')
  } catch {
    // Without storage it could not keep its own mark either, and does not reload.
  }
}

/** A reload without a network would take the page away and bring nothing. The worker answers no HEAD. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** False when this build was tried before, or when no note can be kept that would end a loop. */
function noteReload(): boolean {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  try {
    const tried = (sessionStorage.getItem(STORED_AS) ?? '').split(' ')
    if (tried.includes(build)) return false
    sessionStorage.setItem(STORED_AS, [...tried, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}
