/** Fired when the browser replaces the push subscription; Chromium gives both subscriptions, Firefox neither. */
export interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

// The handlers are loaded on demand, so that a worker which only serves requests starts faster.

/** Handles the push messages "answer ready", which contains ids only, and "chats ending", which contains a number. */
export function showReady(event: PushEvent, scope: ServiceWorkerGlobalScope): void {
  const text = event.data?.text() ?? ''
  event.waitUntil(
    import('./show-notification.ts').then(({ showReadyNotification }) => showReadyNotification(text, scope)),
  )
}

/** Handles a click on a notification. */
export function openNotified(event: NotificationEvent, scope: ServiceWorkerGlobalScope): void {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  event.waitUntil(import('./open-notification.ts').then(({ openNotifiedChat }) => openNotifiedChat(data, scope)))
}

export function renewSubscription(event: SubscriptionChange, scope: ServiceWorkerGlobalScope): void {
  event.waitUntil(
    import('./renew-push-subscription.ts').then(({ renewPushSubscription }) => renewPushSubscription(event, scope)),
  )
}
