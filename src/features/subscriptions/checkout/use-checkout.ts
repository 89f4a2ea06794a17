import { useRouter } from '@tanstack/react-router'
import { readCheckoutPlace } from './checkout-target.ts'

/** Goes where a purchase goes on; resolves when a page of this app is there, never when the browser leaves it. */
export function useFollowCheckout(): (address: string) => Promise<void> {
  const router = useRouter()
  return async (address) => {
    const place = readCheckoutPlace(address, location.origin)
    if ('inside' in place) return router.navigate({ href: place.inside })
    location.assign(place.outside)
    return comesBack()
  }
}

/** The browser may show the page anew as it was left, by its way back from the processor's. */
function comesBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
