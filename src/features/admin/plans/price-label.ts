import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Interval, Plan } from '#contract/objects/plan.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { isFree } from '#lib/is-free.ts'

const intervalNames: Record<Interval, MessageDescriptor> = {
  month: msg`month`,
  week: msg`week`,
  year: msg`year`,
  two_weeks: msg`two weeks`,
}

const priceNames: Record<Interval, (amount: string) => MessageDescriptor> = {
  month: (amount) => msg`${amount} month`,
  week: (amount) => msg`${amount} week`,
  year: (amount) => msg`${amount} year`,
  two_weeks: (amount) => msg`${amount} two weeks`,
}

const trialFree = msg`Trial Free`

type Priced = Pick<Plan, 'price' | 'currency' | 'interval'>

/** Formats a price as "$9.99 month" or "Trial Free", in English always with the dollar sign; "9,99 $ al mes". */
export function priceLabel({ price, currency, interval }: Priced, i18n: I18n): string {
  if (isFree(price)) return i18n._(trialFree)
  const amount = i18n.locale === 'es' ? formatPrice(price, currency, 'es') : `$${price}`
  return i18n._(priceNames[interval](amount))
}

export const intervalName = (interval: Interval, i18n: I18n): string => i18n._(intervalNames[interval])
