import type { Page } from '@playwright/test'

/** Counts the purchases that a page starts from now on. */
export function checkoutsBegun(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/subscriptions/checkout/')) count++
  })
  return () => count
}

/** The server does not know of any payment until `arrives` is called. */
export async function holdOutcome(page: Page): Promise<{ arrives: () => Promise<void> }> {
  const outcome = '**/accounts/subscriptions/success/**'
  const json = { status: 'pending', subscription: null }
  await page.context().route(outcome, (route) => route.fulfill({ json }))
  return { arrives: () => page.context().unroute(outcome) }
}
