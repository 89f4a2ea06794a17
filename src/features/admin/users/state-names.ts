import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SubscriptionState } from '#contract/objects/user-list.ts'

export const stateNames: Readonly<Record<SubscriptionState, MessageDescriptor>> = {
  payment_failed: msg`Payment failed`,
  trial: msg`On trial`,
  active: msg`Active`,
  ending: msg`Ending`,
  cancelled: msg`Cancelled`,
  none: msg`No plan`,
}
