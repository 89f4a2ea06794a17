interface Shown {
  getNotifications?(filter: { tag?: string }): Promise<{ close(): void }[]>
}

/** What page and worker have in common; each of them has one of the two. */
interface Context {
  registration?: Shown
  navigator?: {
    clearAppBadge?(): Promise<void>
    serviceWorker?: { getRegistration(): Promise<Shown | undefined> }
  }
}

/**
 * Takes away what is shown of answers, of one chat (`tag`) or of all, and then the number on the icon too: it holds
 * private words. For page and worker.
 */
export async function closeNotifications(tag?: string): Promise<void> {
  const { registration, navigator } = globalThis as unknown as Context
  const shown = registration ?? (await navigator?.serviceWorker?.getRegistration())
  for (const notification of (await shown?.getNotifications?.(tag === undefined ? {} : { tag })) ?? []) {
    notification.close()
  }
  if (tag === undefined) await navigator?.clearAppBadge?.()
}
