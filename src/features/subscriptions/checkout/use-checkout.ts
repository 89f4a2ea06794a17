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
import { rememberCheckout } from './started-checkout.ts'

/** Starts a purchase by the plan's id and navigates to its next address. */
export const useStartCheckout = () => useCheckoutStep(startCheckout, lookAgain)

/** Starts a purchase; a free plan starts at once. Returns the next address. */
async function startCheckout(planId: number): Promise<string> {
  const { checkout_url, session_id } = await api.call(checkout, { body: { plan_id: planId } })
  rememberCheckout(session_id, planId)
  return checkout_url
}

/** A refusal may mean that the shown data is outdated: a plan was withdrawn, or one bought on another device. */
function lookAgain(): void {
  void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey })
  // The refusal itself is already shown.
  refreshUser().catch(() => undefined)
}

/**
 * One step of a purchase: requests the next address and navigates to it. Further clicks are ignored while it runs;
 * `pending` is the choice until the page is left.
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

/** Navigates to the next address; resolves when a page of this app is shown, not while the browser leaves the app. */
export function useFollowCheckout(): (address: string) => Promise<void> {
  const router = useRouter()
  return async (address) => {
    const target = readCheckoutTarget(address, location.origin)
    if ('inside' in target) return router.navigate({ href: target.inside })
    location.assign(target.outside)
    return comesBack()
  }
}

/** For a page that is still visible after this time, the navigation was stopped, or is slow. */
const STAYS_MS = 10_000

/**
 * Resolves when this page is shown to the user again: restored from the back/forward cache, visible after another app
 * or a sheet of the browser has covered it, or not left at all.
 */
function comesBack(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const { signal } = waiting
    const end = () => {
      waiting.abort()
      clearTimeout(timer)
      resolve()
    }
    const endIfVisible = () => document.visibilityState === 'visible' && end()
    const timer = setTimeout(endIfVisible, STAYS_MS)
    window.addEventListener('pageshow', end, { signal })
    document.addEventListener('visibilitychange', endIfVisible, { signal })
  })
}
