import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chatScreens, notScreens } from '../screen-urls.ts'
import { cachePhotos } from './cache-photos.ts'
import { cachePlans } from './cache-plans.ts'

/** A script that failed once may be asked for under another address (src/lib/lazy/load-chunk.ts); its name says what is in it. */
const RETRY = /^retry$/

/** Answers the shell from the precache, every screen's address with its page, and keeps the plan list and photos. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...shell], { ignoreURLParametersMatching: [RETRY] })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/chat.html'), { allowlist: [chatScreens] }))
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))
  cachePlans()
  cachePhotos()
}
