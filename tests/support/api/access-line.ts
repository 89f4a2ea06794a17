import type { Ownership } from '#server/http/api/route.ts'
import type { OwnedResources } from '../users/owned-resources.ts'

export const roles = ['visitor', 'other', 'provider', 'admin'] as const
export type Role = (typeof roles)[number]

/** The kind of resource in the request: always another user's, where a call takes an id. */
export interface ForeignInput {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

/** Another user's resources; `victim` is a user who may be changed by callers with that role. */
export interface Foreign extends OwnedResources {
  victim: number
}

export interface Line {
  /** The owner of the rows as the route must declare it. */
  owns: Ownership
  /** The status that each role gets. */
  expected: Record<Role, number>
  inputs: (foreign: Foreign) => ForeignInput
}

type Statuses = readonly [visitor: number, other: number, provider: number, admin: number]

export const line =
  (owns: Ownership, [visitor, other, provider, admin]: Statuses) =>
  (inputs: Line['inputs'] = () => ({})): Line => ({ owns, expected: { visitor, other, provider, admin }, inputs })

export const everybody = (status: number, owns: Ownership = 'nobody') => line(owns, [status, status, status, status])
/** The caller's own rows, whatever the role: an admin sees no other users' rows here. */
export const signedIn = (status: number) => line('self', [401, status, status, status])
export const providers = (status: number) => line('anybody', [401, 403, status, status])
export const admins = (status: number, owns: Ownership = 'anybody') => line(owns, [401, 403, 403, status])
export const notTheirs = signedIn(404)
