import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { checkout, checkPromotionCode } from '#contract/endpoints/subscriptions.ts'
import type { Plan } from '#contract/objects/plan.ts'
import { type CodeOffer, GivenCode } from '#contract/objects/promotion-code.ts'
import { api } from '#session/api.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { rememberCheckout } from '../checkout/started-checkout.ts'
import { useFollowCheckout } from '../checkout/use-checkout.ts'
import styles from '../page.module.css'
import { OfferDetails } from './offer-details.tsx'

const CodeInput = v.object({ code: GivenCode })

type Props = { plan: Plan; onClose: () => void }

/** The first submit shows what the code makes of the price, the second one buys for it; another code starts again. */
export function CodeForm({ plan, onClose }: Props) {
  const { t } = useLingui()
  const follow = useFollowCheckout()
  const [offer, setOffer] = useState<CodeOffer | null>(null)
  const form = useAppForm(CodeInput, { code: '' })
  const isGift = offer?.kind === 'gift'
  async function submit({ code }: v.InferOutput<typeof CodeInput>) {
    const body = { plan_id: plan.id, code }
    if (offer?.code !== code) return setOffer(await api.call(checkPromotionCode, { body }))
    const { checkout_url, session_id } = await api.call(checkout, { body }).catch((error: unknown) => {
      // The code has ended since, or somebody else has used the last one.
      setOffer(null)
      throw error
    })
    rememberCheckout(session_id, plan.id)
    await follow(checkout_url)
  }
  return (
    <Form of={form} onSubmit={submit}>
      <TextField
        name="code"
        label={t`Code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onChange={() => setOffer(null)}
      />
      {/* The live region is rendered before its text, so that screen readers announce it. */}
      <div role="status">{offer === null ? null : <OfferDetails offer={offer} plan={plan} />}</div>
      <FormError />
      <div className={styles.formActions}>
        <CancelButton onCancel={onClose} />
        <SubmitButton pendingLabel={offer === null ? t`Checking…` : isGift ? t`Starting…` : t`Opening the checkout…`}>
          {offer === null ? (
            <Trans>Check the code</Trans>
          ) : isGift ? (
            <Trans>Start the gift</Trans>
          ) : (
            <Trans>Go to the checkout</Trans>
          )}
        </SubmitButton>
      </div>
    </Form>
  )
}
