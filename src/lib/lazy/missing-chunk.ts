import { appUpdate } from '../app-update/app-update.ts'

/** A script or style of the app could not be fetched. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError'
  constructor(url: string, options?: ErrorOptions) {
    super(`A part of the app could not be fetched: ${url}`, options)
  }
}

/** How Chromium, Firefox and WebKit say that an imported script, or one that it imports, could not be fetched. */
const missing =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i

export function isMissingChunk(error: unknown): boolean {
  return error instanceof MissingChunkError || (error instanceof Error && missing.test(error.message))
}

/**
 * A part of the app is gone, as after a deploy: takes the newer build, see `AppUpdate.reloadForChunk`. False for other
 * errors, and when the page stays.
 */
export async function reloadForMissingChunk(error: unknown): Promise<boolean> {
  return isMissingChunk(error) && (await appUpdate.reloadForChunk())
}

/** The router would reload by itself, at once: without saving, and without a network too. It heeds its own mark. */
export function preventRouterReload(error: unknown): void {
  if (!isMissingChunk(error)) return
  try {
    sessionStorage.setItem(`tanstack_router_reload:${(error as Error).message}`, '1')
  } catch {
    // Without storage it could not keep its own mark either, and does not reload.
  }
}
