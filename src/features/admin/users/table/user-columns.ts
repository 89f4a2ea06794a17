import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type UserOrdering, type UserSortKey, userOrderings } from '#contract/objects/user-list.ts'

/** The columns that an admin can hide; user and action are always there. */
export const userColumns = ['plan', 'state', 'joined', 'seen', 'username', 'language'] as const
export type UserColumn = (typeof userColumns)[number]

/** The columns with these names, in the order of the table. */
export const readColumns = (names: readonly string[]): UserColumn[] =>
  userColumns.filter((column) => names.includes(column))

export const columnNames: Readonly<Record<UserColumn, MessageDescriptor>> = {
  plan: msg`Plan`,
  state: msg`State`,
  joined: msg`Joined`,
  seen: msg`Last seen`,
  username: msg`Username`,
  language: msg`Language`,
}

/** Columns without an entry cannot be sorted by. */
export const columnSortKeys: Readonly<Partial<Record<UserColumn, UserSortKey>>> = {
  plan: 'plan',
  state: 'state',
  joined: 'created_at',
  seen: 'last_seen_at',
}

export const DEFAULT_ORDERING: UserOrdering = '-created_at'

/** Returns the ordering of the search parameter; newest first without a valid one. */
export const readOrdering = (text: string | undefined): UserOrdering =>
  userOrderings.find((ordering) => ordering === text) ?? DEFAULT_ORDERING

/** Dates begin with the newest. */
export const latestFirst: readonly UserSortKey[] = ['created_at', 'last_seen_at']
