import type { PrecacheEntry } from 'workbox-precaching'
import { answerFromCaches } from './precache.ts'
import { takeOpenPages, waitToBeAsked } from './update.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

answerFromCaches(self.__WB_MANIFEST)
self.addEventListener('message', (event) => waitToBeAsked(event, self))
self.addEventListener('activate', (event) => takeOpenPages(event, self))
