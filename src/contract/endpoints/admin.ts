import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PAGE_SIZE_MAX, PRODUCT } from '../limits.ts'
import { AuditChain, AuditSelection } from '../objects/admin/audit.ts'
import { AuditEntry } from '../objects/admin/audit-entry.ts'
import { Metrics } from '../objects/admin/metrics.ts'
import { ChangeUserInput, CreateUserInput, SuspensionInput } from '../objects/admin/user-input.ts'
import { AdminModel, ModelSwitchInput } from '../objects/model.ts'
import { AdminPlan, PlanChange, PlanInput, Subscription } from '../objects/plan.ts'
import { Session, User } from '../objects/user.ts'
import { ListedUser, summaryOrderings, UserSelection, UserSummary } from '../objects/user-list.ts'
import { CountParam, Id, IdParam, IdParams, Message, says, Timestamp, Uuid } from '../primitives.ts'
import { getUsageLimits } from './companion.ts'

export const listAllPlans = endpoint({
  method: 'GET',
  path: '/accounts/admin/plans/',
  summary: 'All plans of this product, archived too',
  access: 'admin',
  responses: { 200: v.array(AdminPlan) },
  errors: [],
})

export const createPlan = endpoint({
  method: 'POST',
  path: '/accounts/admin/plans/create/',
  summary: 'Makes a plan; a repeat with the same `request_id` makes no second one',
  access: 'admin',
  body: v.object({
    ...PlanInput.entries,
    product: v.optional(v.literal(PRODUCT, says('invalid')), PRODUCT),
    id: v.optional(v.literal(0, says('invalid')), 0),
    request_id: v.optional(Uuid),
  }),
  responses: { 201: AdminPlan },
  errors: [],
})

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/accounts/admin/plans/{id}/update/',
  summary: 'Changes a plan, unless it was changed since the version that is given, or is archived',
  access: 'admin',
  params: IdParams,
  body: PlanChange,
  responses: { 200: AdminPlan },
  errors: ['not_found', 'conflict'],
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/accounts/admin/plans/{id}/delete/',
  summary: 'Archives a plan that someone has subscribed to, else deletes it; the message says which',
  access: 'admin',
  params: IdParams,
  responses: { 200: Message },
  errors: ['not_found', 'conflict'],
})

export const restorePlan = endpoint({
  method: 'POST',
  path: '/accounts/admin/plans/{id}/restore/',
  summary: 'Takes a plan out of the archive; it stays disabled until it is enabled',
  access: 'admin',
  params: IdParams,
  responses: { 200: AdminPlan },
  errors: ['not_found', 'conflict'],
})

export const listAllModels = endpoint({
  method: 'GET',
  path: '/accounts/admin/models/',
  summary: 'The models of the settings, those that are switched off too',
  access: 'admin',
  responses: { 200: v.array(AdminModel) },
  errors: [],
})

export const switchModel = endpoint({
  method: 'PUT',
  path: '/accounts/admin/models/',
  summary: 'Switches a model on or off, but never the last one off; chats that have chosen it get the default',
  access: 'admin',
  body: ModelSwitchInput,
  responses: { 200: v.array(AdminModel) },
  errors: ['not_found', 'conflict'],
})

export const grantSubscription = endpoint({
  method: 'POST',
  path: '/accounts/admin/subscriptions/create/',
  summary:
    'Gives a person a subscription, for one interval of the plan or until a time; it takes the place of an earlier gift',
  access: 'admin',
  body: v.object({ user_id: Id, plan_id: Id, current_period_end: v.optional(Timestamp) }),
  responses: { 201: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const createUser = endpoint({
  method: 'POST',
  path: '/accounts/users/create/',
  summary: 'Makes an account for somebody; without a password a mail lets them choose one',
  access: 'admin',
  confirm: 'always',
  body: CreateUserInput,
  responses: { 201: User },
  errors: [],
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/accounts/users/',
  summary:
    'People by page, newest first unless ordered; words of the search may be the beginnings of names, email and username',
  access: 'admin',
  query: v.object({
    ...UserSelection.entries,
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: {
    200: v.object({
      count: v.number(),
      next: v.nullable(v.string()),
      previous: v.nullable(v.string()),
      results: v.array(ListedUser),
    }),
  },
  errors: [],
})

export const listUserSummaries = endpoint({
  method: 'GET',
  path: '/accounts/provider/users/',
  summary:
    'Name, plan and state of people by page, by name unless ordered; words of the search may be the beginnings of names',
  access: 'provider',
  query: v.object({
    search: UserSelection.entries.search,
    state: UserSelection.entries.state,
    ordering: v.optional(v.picklist(summaryOrderings, says('invalid'))),
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: v.number(), results: v.array(UserSummary) }) },
  errors: [],
})

export const getUser = endpoint({
  method: 'GET',
  path: '/accounts/users/{id}/',
  summary: 'One user; a provider may read only',
  access: 'provider',
  params: IdParams,
  responses: { 200: User },
  errors: ['not_found'],
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/accounts/users/{id}/',
  summary: 'Changes the fields that are given',
  access: 'admin',
  confirm: 'always',
  params: IdParams,
  body: ChangeUserInput,
  responses: { 200: User },
  errors: ['not_found', 'conflict'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/accounts/users/{id}/',
  summary: 'Deletes a user with all that is stored of them',
  access: 'admin',
  confirm: 'always',
  params: IdParams,
  responses: { 204: 'empty' },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/accounts/users/{id}/sessions/',
  summary: 'Where a user is signed in',
  access: 'admin',
  params: IdParams,
  responses: { 200: v.object({ results: v.array(Session) }) },
  errors: ['not_found'],
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/accounts/users/{id}/sessions/{session}/',
  summary: "Signs a user's device out",
  access: 'admin',
  params: v.object({ id: IdParam, session: Uuid }),
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/accounts/users/{id}/suspension/',
  summary: 'Suspends a user: they can read, export and leave, but not write or buy; they are told the reason',
  access: 'admin',
  params: IdParams,
  body: SuspensionInput,
  responses: { 200: User },
  errors: ['not_found', 'conflict'],
})

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/accounts/users/{id}/suspension/',
  summary: 'Lifts the suspension of a user',
  access: 'admin',
  params: IdParams,
  responses: { 200: User },
  errors: ['not_found'],
})

export const forceNewPassword = endpoint({
  method: 'POST',
  path: '/accounts/users/{id}/new-password/',
  summary: "Makes a user's password invalid, ends their sessions and mails them a link to choose another",
  access: 'admin',
  params: IdParams,
  responses: { 204: 'empty' },
  errors: ['not_found', 'conflict'],
})

export const getUserUsage = endpoint({
  method: 'GET',
  path: '/accounts/users/{id}/usage/',
  summary: 'How much of their limits a user has used',
  access: 'admin',
  params: IdParams,
  responses: getUsageLimits.responses,
  errors: ['not_found'],
})

export const getFigures = endpoint({
  method: 'GET',
  path: '/accounts/admin/figures/',
  summary: 'How the product does: today, this week, and each of the last thirty days in UTC',
  access: 'admin',
  responses: { 200: Metrics },
  errors: [],
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/accounts/admin/users.csv',
  summary: 'People as CSV (RFC 4180, UTF-8): all, oldest first, unless narrowed or ordered as in the list',
  access: 'admin',
  confirm: 'always',
  query: UserSelection,
  responses: { 200: 'file' },
  errors: [],
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/accounts/admin/audit/',
  summary: 'Who did what to whom, newest first',
  access: 'admin',
  query: v.object({
    ...AuditSelection.entries,
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: v.number(), results: v.array(AuditEntry) }) },
  errors: [],
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/accounts/admin/audit.csv',
  summary:
    'The audit log as CSV (RFC 4180, UTF-8), oldest first, with positions and hashes of its chain; all unless narrowed',
  access: 'admin',
  confirm: 'always',
  query: AuditSelection,
  responses: { 200: 'file' },
  errors: [],
})

export const checkAudit = endpoint({
  method: 'GET',
  path: '/accounts/admin/audit/chain/',
  summary: 'Checks the hashes over the whole audit: how far it is as it was written',
  access: 'admin',
  responses: { 200: AuditChain },
  errors: [],
})
