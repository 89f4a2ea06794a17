import { Plural, Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'
import type { CodeOffer } from '#contract/objects/promotion-code.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from '../page.module.css'

/** Says what a plan costs with a code, for how long, and what comes then. */
export function OfferDetails({ offer, plan }: { offer: CodeOffer; plan: Plan }) {
  const language = useLanguage()
  const title = usePlanTitle()(plan)
  if (offer.ends_at !== null) {
    const date = formatDate(offer.ends_at, language)
    return (
      <p className={styles.offer}>
        <Trans>
          “{title}” is yours until {date}. It needs no card, ends by itself, and nothing is charged.
        </Trans>
      </p>
    )
  }
  const price = formatPrice(offer.price, offer.currency, language)
  const reduced = formatPrice(offer.reduced_price, offer.currency, language)
  return (
    <p className={styles.offer}>
      <strong>{reduced}</strong> <s>{price}</s> <Duration offer={offer} price={price} />
    </p>
  )
}

function Duration({ offer: { duration, duration_months }, price }: { offer: CodeOffer; price: string }) {
  switch (duration) {
    case 'once':
      return <Trans>for the first payment, then {price}.</Trans>
    case 'repeating':
      return (
        <Plural
          value={duration_months ?? 0}
          one={`for each payment of # month, then ${price}.`}
          other={`for each payment of # months, then ${price}.`}
        />
      )
    default:
      return <Trans>for each payment, as long as you have this plan.</Trans>
  }
}
