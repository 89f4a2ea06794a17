/** Where a purchase goes on: at a page of this app (path and query), or at the payment processor's (whole address). */
export type CheckoutPlace = { inside: string } | { outside: string }

/** Throws for an address that no payment page has: a script's, a file's, or none at all. */
export function readCheckoutPlace(address: string, origin: string): CheckoutPlace {
  const url = new URL(address, origin)
  if (url.origin === origin) return { inside: url.pathname + url.search + url.hash }
  if (url.protocol === 'https:' || url.protocol === 'http:') return { outside: url.href }
  throw new Error(`A purchase cannot go on at ${url.protocol}`)
}
