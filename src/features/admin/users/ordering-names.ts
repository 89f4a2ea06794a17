import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { UserOrdering } from '#contract/objects/user-list.ts'

/** For the choice on a phone, where the table has no headings to press. */
export const orderingNames: Readonly<Record<UserOrdering, MessageDescriptor>> = {
  '-created_at': msg`Newest first`,
  created_at: msg`Oldest first`,
  name: msg`Name, A to Z`,
  '-name': msg`Name, Z to A`,
  '-last_seen_at': msg`Last seen, newest first`,
  last_seen_at: msg`Last seen, oldest first`,
  state: msg`State, urgent first`,
  '-state': msg`State, urgent last`,
  plan: msg`Plan, A to Z`,
  '-plan': msg`Plan, Z to A`,
}
