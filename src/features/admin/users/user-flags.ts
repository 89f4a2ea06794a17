import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { UserFlag } from '#contract/objects/user-list.ts'

export const flagNames: Record<UserFlag, MessageDescriptor> = {
  is_provider: msg`Provider`,
  is_ad_subscriber: msg`Ad Subscriber`,
  is_vip: msg`VIP`,
  receive_newsletters: msg`Newsletters`,
  is_admin: msg`Admin`,
}

export const shownFlags = Object.keys(flagNames) as UserFlag[]
