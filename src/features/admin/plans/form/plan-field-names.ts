import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PlanFormValues } from './plan-schema.ts'

/** In the order of the form's fields. */
export const planFieldNames: Readonly<Record<keyof PlanFormValues, MessageDescriptor>> = {
  name: msg`Name`,
  title: msg`Title`,
  description: msg`Description`,
  price: msg`Price`,
  currency: msg`Currency`,
  interval: msg`Interval`,
  tokens_limit: msg`Tokens limit`,
  searches_limit: msg`Searches limit`,
  features: msg`Features`,
  is_enabled: msg`Enabled`,
}
