import { useRef, useState } from 'react'
import { currentLanguage } from '#i18n/i18n.ts'
import { describeCheckoutFailure } from './describe-checkout-failure.ts'
import { useFollowCheckout } from './use-follow-checkout.ts'

/**
 * A step of a purchase: asks where it goes on, and goes there. Taken once, however often it is clicked; `pending` is
 * what was chosen, until the page is left.
 */
export function useCheckoutStep<Choice>(ask: (choice: Choice) => Promise<string>, onFailure: () => void) {
  const follow = useFollowCheckout()
  const isUnderWay = useRef(false)
  const [pending, setPending] = useState<Choice>()
  const [failure, setFailure] = useState('')
  const go = async (choice: Choice): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPending(() => choice)
    setFailure('')
    try {
      await follow(await ask(choice))
    } catch (error) {
      setFailure(describeCheckoutFailure(error, currentLanguage()))
      onFailure()
    } finally {
      isUnderWay.current = false
      setPending(undefined)
    }
  }
  return { go, pending, failure }
}
