interface Shown {
  getNotifications?(filter: { tag?: string }): Promise<{ close(): void }[]>
}

/** The globals of page and worker: the worker has `registration`, both have `navigator`. */
interface Context {
  registration?: Shown
  navigator?: {
    clearAppBadge?(): Promise<void>
    serviceWorker?: { getRegistration(): Promise<Shown | undefined> }
  }
}

/**
 * Closes the notifications of one chat (`tag`), or of all chats and clears the icon's badge: they contain private text.
 * For page and worker.
 */
export async function closeNotifications(tag?: string): Promise<void> {
  const { registration, navigator } = globalThis as unknown as Context
  const shown = registration ?? (await navigator?.serviceWorker?.getRegistration())
  for (const notification of (await shown?.getNotifications?.(tag === undefined ? {} : { tag })) ?? []) {
    notification.close()
  }
  if (tag === undefined) await navigator?.clearAppBadge?.()
}
