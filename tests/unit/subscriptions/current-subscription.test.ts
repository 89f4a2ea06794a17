import { describe, expect, it, test } from 'vitest'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import {
  canCancel,
  canChange,
  canResume,
  findCurrent,
  isLabelledActive,
  nextStep,
  offerOf,
} from '#features/subscriptions/current-subscription.ts'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const trial = makePlan({ id: 1, name: 'free-trial', price: '0.00', interval: 'two_weeks' })
const monthly = makePlan({ id: 2 })
const yearly = makePlan({ id: 3, name: 'yearly', price: '99.00', interval: 'year' })

const has = (plan: Plan, more: Partial<Subscription> = {}) => makeSubscription({ plan, ...more })
const ended = { status: 'canceled', is_active_now: false } as const
const unpaid = { status: 'past_due', is_active_now: false } as const

describe('the current subscription', () => {
  it('is the purchased one rather than a trial', () => {
    const bought = has(monthly)
    expect(findCurrent([has(trial, { status: 'trialing' }), bought])).toBe(bought)
  })

  it('is the unpaid one only when none is active', () => {
    const waiting = has(monthly, unpaid)
    const tried = has(trial, { status: 'trialing' })
    expect(findCurrent([waiting])).toBe(waiting)
    expect(findCurrent([waiting, tried])).toBe(tried)
  })

  it('is undefined when all have ended, were never paid, or belong to another product', () => {
    const elsewhere = makePlan({ product: 'newsletter' })
    expect(findCurrent([has(monthly, ended), has(yearly, { ...ended, status: 'incomplete' }), has(elsewhere)])).toBe(
      undefined,
    )
  })
})

describe('the next event of a subscription', () => {
  it.each([
    ['an active plan renews', has(monthly), 'renews', true],
    ['a cancelled plan ends', has(monthly, { cancel_at_period_end: true }), 'ends', false],
    ['a free plan ends by itself', has(trial, { status: 'trialing' }), 'ends', false],
    ['an unpaid plan waits for its payment, and can be cancelled', has(monthly, unpaid), 'unpaid', true],
    [
      'an unpaid and cancelled plan cannot be cancelled again',
      has(monthly, { ...unpaid, cancel_at_period_end: true }),
      'unpaid',
      false,
    ],
  ] as const)('%s', (_what, subscription, kind, cancellable) => {
    expect(nextStep(subscription)).toEqual({ kind, at: subscription.current_period_end })
    expect(canCancel(subscription)).toBe(cancellable)
  })
})

describe('the button of a plan in the list for a user', () => {
  it.each([
    ['without any earlier plan: the trial is free, the others can be bought', [], ['free', 'buy', 'buy']],
    ['on trial: the others can be bought', [has(trial, { status: 'trialing' })], ['current', 'buy', 'buy']],
    ['whose trial has ended: it is not offered again', [has(trial, ended)], ['trial-had', 'buy', 'buy']],
    ['whose plan renews: it can be changed', [has(monthly)], ['has-plan', 'current', 'change']],
    [
      'whose plan is cancelled: it is kept first',
      [has(monthly, { cancel_at_period_end: true })],
      ['has-plan', 'current', 'resume-first'],
    ],
    [
      'whose plan was granted: another one is for when it has ended',
      [has(monthly, { cancel_at_period_end: true, is_granted: true })],
      ['has-plan', 'current', 'has-plan'],
    ],
    [
      'whose plan is replaced when the period ends: the other one is scheduled',
      [has(monthly, { scheduled: { plan_id: 3, starts_at: '2026-12-21T12:00:00.000Z', plan: yearly } })],
      ['has-plan', 'current', 'scheduled'],
    ],
    [
      'in the grace period of a failed payment: it is paid first',
      [has(monthly, { ...unpaid, is_active_now: true })],
      ['has-plan', 'current', 'pay-first'],
    ],
    ['whose payment failed: another one takes its place', [has(monthly, unpaid)], ['has-plan', 'current', 'buy']],
  ] as const)('%s', (_whose, subscriptions, offers) => {
    expect([trial, monthly, yearly].map((plan) => offerOf(plan, [...subscriptions]))).toEqual(offers)
  })
})

test('a subscription is labelled Active while it is active or on trial, else Cancelled', () => {
  const active = (['trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete'] as const).filter((status) =>
    isLabelledActive({ status }),
  )
  expect(active).toEqual(['trialing', 'active'])
})

test.each([
  ['that renews', {}, { keep: false, change: true }],
  ['that is cancelled', { cancel_at_period_end: true }, { keep: true, change: false }],
  ['that was granted', { cancel_at_period_end: true, is_granted: true }, { keep: false, change: false }],
  ['that has ended', { ...ended, cancel_at_period_end: true }, { keep: false, change: false }],
  ['whose payment failed', { ...unpaid, is_active_now: true }, { keep: false, change: false }],
  ['that is a trial', { status: 'trialing', plan: trial }, { keep: false, change: false }],
] as const)('a plan %s shows whether it can be kept and whether it can be changed', (_what, more, { keep, change }) => {
  const subscription = has(monthly, more)
  expect([canResume(subscription), canChange(subscription)]).toEqual([keep, change])
})
