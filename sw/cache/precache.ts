import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { keepPlans } from './cache-plans.ts'
import { keepPhotos } from './cache-photos.ts'
import { chatScreens, notScreens } from '../screen-urls.ts'

/** A script that failed once may be asked for under another address (src/lib/lazy/load-chunk.ts); its name says what is in it. */
const RETRY = /^retry$/

/** Answers the shell from the precache, every screen's address with its page, and keeps the plan list and photos. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...shell], { ignoreURLParametersMatching: [RETRY] })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/chat.html'), { allowlist: [chatScreens] }))
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))
  keepPlans()
  keepPhotos()
}
