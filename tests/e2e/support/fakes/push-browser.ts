import type { BrowserContext, Page } from '@playwright/test'
import type { PushDevice } from '#support/fakes/push-service.ts'

const KEPT_AS = 'test-push-device'

/**
 * Replaces the browser's push service, which tests cannot reach, and its permission prompt, which tests cannot answer:
 * it subscribes with the endpoint of `device`, and the user allows it.
 */
export async function subscribeTo(context: BrowserContext, origin: string, device: PushDevice): Promise<void> {
  await context.exposeBinding('allowNotifications', () => context.grantPermissions(['notifications'], { origin }))
  await context.addInitScript(
    ([key, first]) => {
      const make = () => {
        const json = JSON.parse(localStorage.getItem(key) ?? 'null') as { endpoint: string } | null
        const unsubscribe = async () => localStorage.removeItem(key)
        return json && { endpoint: json.endpoint, options: {}, toJSON: () => json, unsubscribe }
      }
      const { allowNotifications } = window as unknown as { allowNotifications(): Promise<void> }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => make(),
        subscribe: async () => {
          if (make() === null) localStorage.setItem(key, first)
          return make()
        },
      })
      Object.assign(Notification, { requestPermission: () => allowNotifications().then(() => 'granted') })
    },
    [KEPT_AS, JSON.stringify(device)] as const,
  )
}

/** The browser replaces its endpoint; resolves when the worker has sent it to the server. */
export async function renewSubscription(page: Page, old: PushDevice, next: PushDevice): Promise<void> {
  await page.evaluate(([key, json]) => localStorage.setItem(key, json), [KEPT_AS, JSON.stringify(next)] as const)
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(
    ([oldJson, newJson]) => {
      const as = (json: { endpoint: string }) => ({ ...json, options: {}, toJSON: () => json })
      const change = { oldSubscription: as(oldJson), newSubscription: as(newJson) }
      return new Promise<void>((resolve, reject) => {
        const waitUntil = (work: Promise<void>) => void work.then(resolve, reject)
        dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), change, { waitUntil }))
      })
    },
    [old, next] as const,
  )
}

/** Simulates a page in the background, because headless pages are always visible. */
export async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
}

/** Records how page and worker change the badge of the app's icon. */
export async function watchBadge(page: Page): Promise<{ shown(): Promise<number[]>; cleared(): Promise<boolean> }> {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(() => {
    const badges: number[] = []
    const setAppBadge = async (count: number) => void badges.push(count)
    Object.assign(self, { badges })
    Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge, configurable: true })
  })
  await page.addInitScript(() => {
    const clearAppBadge = async () => void Object.assign(window, { isBadgeCleared: true })
    Object.defineProperty(navigator, 'clearAppBadge', { value: clearAppBadge, configurable: true })
  })
  return {
    shown: async () => (await worker?.evaluate(() => (self as unknown as { badges: number[] }).badges)) ?? [],
    cleared: () => page.evaluate(() => 'isBadgeCleared' in window),
  }
}

export function shownNotifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })
}

export async function chooseNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    // A synthetic event has no lifetime to extend.
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
  })
}
