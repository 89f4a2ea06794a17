import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { useCheckoutStep } from '../checkout/use-checkout.ts'
import { PlanPrice } from '../plans/plan-price.tsx'
import styles from './sandbox.module.css'
import { answerCheckout, type CheckoutChoice, lookAgain } from './sandbox-checkout.ts'

export type SandboxCheckout = ResponseOf<typeof getSandboxCheckout>

export function OpenCheckout({ checkout }: { checkout: SandboxCheckout }) {
  const { plan, session_id: session, reduced_price } = checkout
  const language = useLanguage()
  const reduced = reduced_price === null ? '' : formatPrice(reduced_price, plan.currency, language)
  const { go, pending, failure } = useCheckoutStep(
    (outcome: CheckoutChoice) => answerCheckout(session, outcome),
    () => void lookAgain(session),
  )
  const choice = (outcome: CheckoutChoice, label: ReactNode, variant: 'primary' | 'secondary' | 'quiet') => (
    <Button
      wide
      variant={variant}
      pending={pending === outcome}
      disabled={pending !== undefined && pending !== outcome}
      onClick={() => go(outcome)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className={styles.bought}>
        <h2 className={styles.plan}>{usePlanTitle()(plan)}</h2>
        <PlanPrice plan={plan} />
        {reduced !== '' && (
          <p>
            <Trans>With your code: {reduced}</Trans>
          </p>
        )}
      </div>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
      <div className={styles.choices}>
        {choice('pay', <Trans>Pay</Trans>, 'primary')}
        {choice('decline', <Trans>Decline</Trans>, 'secondary')}
        {choice('leave', <Trans>Leave</Trans>, 'quiet')}
      </div>
      <p className={styles.small}>
        <Trans>“Decline” acts like a bank that refuses the card. “Leave” goes back without buying.</Trans>
      </p>
    </>
  )
}
