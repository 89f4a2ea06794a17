import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Interval, Plan } from '#contract/objects/plan.ts'
import { isFree } from '#lib/is-free.ts'

const intervalNames: Record<Interval, MessageDescriptor> = {
  month: msg`month`,
  week: msg`week`,
  year: msg`year`,
  two_weeks: msg`two weeks`,
}

const trialFree = msg`Trial Free`

/** Formats a price as "$9.99 month", "$4.00 two weeks" or "Trial Free", always with the dollar sign. */
export function priceLabel({ price, interval }: Pick<Plan, 'price' | 'interval'>, i18n: I18n): string {
  return isFree(price) ? i18n._(trialFree) : `$${price} ${i18n._(intervalNames[interval])}`
}

export const intervalName = (interval: Interval, i18n: I18n): string => i18n._(intervalNames[interval])
