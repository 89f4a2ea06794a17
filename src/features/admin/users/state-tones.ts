import type { SubscriptionState } from '#contract/objects/user-list.ts'
import type { BadgeProps } from '#ui/data-display/badge.tsx'

export const stateTones: Readonly<Record<SubscriptionState, BadgeProps['tone']>> = {
  payment_failed: 'warn',
  trial: 'accent',
  active: 'accent',
  ending: 'neutral',
  cancelled: 'neutral',
  none: 'neutral',
}
