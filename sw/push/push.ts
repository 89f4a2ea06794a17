/** The browser changes the address of this device; Chromium gives both, Firefox neither. */
export interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

// What these do is loaded when it happens: a worker that only answers requests starts without it.

/** "Answer ready" came from the server, with ids only. */
export function showReady(event: PushEvent, scope: ServiceWorkerGlobalScope): void {
  const text = event.data?.text() ?? ''
  event.waitUntil(
    import('./show-notification.ts').then(({ showReadyNotification }) => showReadyNotification(text, scope)),
  )
}

/** A notification was chosen. */
export function openNotified(event: NotificationEvent, scope: ServiceWorkerGlobalScope): void {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  event.waitUntil(import('./open-notification.ts').then(({ openNotifiedChat }) => openNotifiedChat(data, scope)))
}

export function renewSubscription(event: SubscriptionChange, scope: ServiceWorkerGlobalScope): void {
  event.waitUntil(import('./renew-push-subscription.ts').then(({ renewPush }) => renewPush(event, scope)))
}
