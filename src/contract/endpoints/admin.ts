import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PAGE_SIZE_MAX, PRODUCT } from '../limits.ts'
import { Plan, PlanInput, Subscription } from '../objects/plan.ts'
import { AuditEntry, User, UserInput } from '../objects/user.ts'
import { CountParam, Id, IdParams, Message, NewPassword, says, Timestamp } from '../primitives.ts'

export const listAllPlans = endpoint({
  method: 'GET',
  path: '/accounts/admin/plans/',
  summary: 'All plans of this product, archived too',
  access: 'admin',
  responses: { 200: v.array(Plan) },
  errors: [],
})

export const createPlan = endpoint({
  method: 'POST',
  path: '/accounts/admin/plans/create/',
  summary: 'Makes a plan',
  access: 'admin',
  body: v.object({
    ...PlanInput.entries,
    product: v.optional(v.string(), PRODUCT),
    id: v.optional(v.literal(0), 0),
  }),
  responses: { 201: Plan },
  errors: [],
})

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/accounts/admin/plans/{id}/update/',
  summary: 'Changes a plan',
  access: 'admin',
  params: IdParams,
  body: PlanInput,
  responses: { 200: Plan },
  errors: ['not_found', 'conflict'],
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/accounts/admin/plans/{id}/delete/',
  summary: 'Archives a plan that someone has subscribed to, else deletes it; the message says which',
  access: 'admin',
  params: IdParams,
  responses: { 200: Message },
  errors: ['not_found'],
})

export const grantSubscription = endpoint({
  method: 'POST',
  path: '/accounts/admin/subscriptions/create/',
  summary: 'Gives a person a subscription',
  access: 'admin',
  body: v.object({ user_id: Id, plan_id: Id, current_period_end: v.optional(Timestamp) }),
  responses: { 201: Subscription },
  errors: ['not_found', 'conflict'],
})

export const createUser = endpoint({
  method: 'POST',
  path: '/accounts/users/create/',
  summary: 'Makes an account for somebody',
  access: 'admin',
  body: v.object({ ...UserInput.entries, password: v.optional(NewPassword) }),
  responses: { 201: User },
  errors: [],
})

export const userFlags = ['is_admin', 'is_provider', 'is_vip', 'is_ad_subscriber', 'receive_newsletters'] as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/accounts/users/',
  summary: 'People, by page',
  access: 'admin',
  query: v.object({
    search: v.optional(v.pipe(v.string(), v.maxLength(200, says('too_long')))),
    flag: v.optional(v.picklist(userFlags, says('invalid'))),
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: {
    200: v.object({
      count: v.number(),
      next: v.nullable(v.string()),
      previous: v.nullable(v.string()),
      results: v.array(User),
    }),
  },
  errors: [],
})

export const getUser = endpoint({
  method: 'GET',
  path: '/accounts/users/{id}/',
  summary: 'One person; a provider may read only',
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
  params: IdParams,
  body: v.partial(
    v.object({
      ...UserInput.entries,
      password: v.optional(NewPassword),
      is_admin: v.boolean(says('invalid')),
    }),
  ),
  responses: { 200: User },
  errors: ['not_found', 'conflict'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/accounts/users/{id}/',
  summary: 'Deletes a person with all that is stored of them',
  access: 'admin',
  params: IdParams,
  responses: { 204: 'empty' },
  errors: ['not_found', 'conflict'],
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/accounts/admin/audit/',
  summary: 'Who did what to whom, newest first',
  access: 'admin',
  query: v.object({
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: v.number(), results: v.array(AuditEntry) }) },
  errors: [],
})
