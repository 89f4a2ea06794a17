import { Trans } from '@lingui/react/macro'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from '../page.module.css'

/** Says what a subscription costs with its discount; nothing without one. */
export function DiscountLine({ subscription: { discount, plan } }: { subscription: Subscription }) {
  const language = useLanguage()
  if (discount === null) return null
  const { code } = discount
  const price = formatPrice(discount.reduced_price, plan.currency, language)
  const date = discount.ends_at === null ? '' : formatDate(discount.ends_at, language)
  return (
    <p className={styles.small}>
      {date === '' ? (
        <Trans>
          {price} with the code {code}
        </Trans>
      ) : (
        <Trans>
          {price} with the code {code}, until {date}
        </Trans>
      )}
    </p>
  )
}
