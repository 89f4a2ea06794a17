import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { checkout } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { plansQuery } from '../plans/list-plans.ts'
import { describeCheckoutFailure, readCheckoutTarget } from './checkout.ts'

/** Begins a purchase, by the plan's id, and goes where it goes on. */
export const useStartCheckout = () => useCheckoutStep(startCheckout, lookAgain)

/** Begins a purchase; a free plan starts at once. Answers the address where it goes on. */
async function startCheckout(planId: number): Promise<string> {
  const { checkout_url } = await api.call(checkout, { body: { plan_id: planId } })
  return checkout_url
}

/** What was refused may be for something that is not known here yet: a plan withdrawn, one bought on another device. */
function lookAgain(): void {
  void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey })
  // The failure that is shown says enough.
  refreshUser().catch(() => undefined)
}

/**
 * A step of a purchase: asks where it goes on, and goes there. Taken once, however often it is clicked; `pending` is
 * what was chosen, until the page is left.
 */
export function useCheckoutStep<Choice>(ask: (choice: Choice) => Promise<string>, onFailure: () => void) {
  const follow = useFollowCheckout()
  const isUnderWay = useRef(false)
  const step = useMutation(
    {
      mutationFn: async (choice: Choice) => follow(await ask(choice)),
      onError: onFailure,
      onSettled: () => {
        isUnderWay.current = false
      },
    },
    queryClient,
  )
  const go = (choice: Choice): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    step.mutate(choice)
  }
  const failure = step.isError ? describeCheckoutFailure(step.error, currentLanguage()) : ''
  return { go, pending: step.isPending ? step.variables : undefined, failure }
}

/** Goes where a purchase goes on; resolves when a page of this app is there, never when the browser leaves it. */
export function useFollowCheckout(): (address: string) => Promise<void> {
  const router = useRouter()
  return async (address) => {
    const target = readCheckoutTarget(address, location.origin)
    if ('inside' in target) return router.navigate({ href: target.inside })
    location.assign(target.outside)
    return comesBack()
  }
}

/** The browser may show the page anew as it was left, by its way back from the processor's. */
function comesBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
