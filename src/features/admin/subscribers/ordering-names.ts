import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SubscriptionOrdering } from '#contract/objects/subscription-list.ts'

export const orderingNames: Readonly<Record<SubscriptionOrdering, MessageDescriptor>> = {
  '-created_at': msg`Newest first`,
  created_at: msg`Oldest first`,
  name: msg`Name, A to Z`,
  '-name': msg`Name, Z to A`,
  next_at: msg`Next date, soonest first`,
  '-next_at': msg`Next date, latest first`,
  state: msg`State, urgent first`,
  '-state': msg`State, urgent last`,
  plan: msg`Plan, A to Z`,
  '-plan': msg`Plan, Z to A`,
}
