import { appUpdate } from '../app-update/app-update.ts'

/** A script or style of the app that could not be fetched. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError'
  constructor(url: string, options?: ErrorOptions) {
    super(`A chunk of the app could not be fetched: ${url}`, options)
  }
}

/** The error messages of Chromium, Firefox and WebKit for a script, or a dependency, that could not be fetched. */
const missing =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i

export function isMissingChunk(error: unknown): boolean {
  return error instanceof MissingChunkError || (error instanceof Error && missing.test(error.message))
}

/**
 * After a failed chunk, as after a deployment, reloads to the newer build, see `AppUpdate.reloadForChunk`. False for
 * other errors, and when the page stays.
 */
export async function reloadForMissingChunk(error: unknown): Promise<boolean> {
  return isMissingChunk(error) && (await appUpdate.reloadForChunk())
}

/** Prevents the reload of TanStack Router, which neither saves nor checks the network, by setting the router's mark. */
export function preventRouterReload(error: unknown): void {
  if (!isMissingChunk(error)) return
  try {
    sessionStorage.setItem(`tanstack_router_reload:${(error as Error).message}`, '1')
  } catch {
    // sessionStorage is blocked: the router cannot set its mark either, and does not reload.
  }
}
