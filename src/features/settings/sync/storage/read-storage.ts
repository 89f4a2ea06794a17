import * as v from 'valibot'

/** What browsers tell; the share of the databases only Chromium does. */
const Estimate = v.object({
  usage: v.optional(v.number()),
  quota: v.optional(v.number()),
  usageDetails: v.optional(v.object({ indexedDB: v.optional(v.number()) })),
})

export interface StorageUse {
  /** Bytes. */
  used: number
  /** Bytes that the browser would give at most; null when it does not say. */
  quota: number | null
  /** Bytes of chats, drafts and what waits; null when the browser does not say. */
  chats: number | null
}

/** What this site takes up on the device, as the browser reckons; null when it does not say. */
export async function readStorage(): Promise<StorageUse | null> {
  if (typeof navigator.storage?.estimate !== 'function') return null
  const { usage, quota = null, usageDetails } = v.parse(Estimate, await navigator.storage.estimate())
  return usage === undefined ? null : { used: usage, quota, chats: usageDetails?.indexedDB ?? null }
}
