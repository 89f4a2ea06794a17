import type { PrecacheEntry } from 'workbox-precaching'
import { answerFromCaches } from './cache/precache.ts'
import { openNotified, renewSubscription, type SubscriptionChange, showReady } from './push/push.ts'
import { buildOfShell, reportWorkerErrors } from './report-errors.ts'
import { handleShareTarget } from './share-target.ts'
import { type SyncEvent, sendWhatWaits } from './sync-event.ts'
import { followFinish, takeOpenPages, waitForUpdate } from './update.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const shell = self.__WB_MANIFEST
const build = buildOfShell(shell)
reportWorkerErrors(build)
answerFromCaches(shell, self)
handleShareTarget()
followFinish()
self.addEventListener('message', (event) => waitForUpdate(event, self, build))
self.addEventListener('activate', (event) => takeOpenPages(event, self))
self.addEventListener('sync' as 'activate', (event) => sendWhatWaits(event as ExtendableEvent & SyncEvent, self))
self.addEventListener('push', (event) => showReady(event, self))
self.addEventListener('notificationclick', (event) => openNotified(event, self))
self.addEventListener('pushsubscriptionchange' as 'activate', (event) =>
  renewSubscription(event as SubscriptionChange, self),
)
