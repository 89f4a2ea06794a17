import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import type { SendState } from '#features/chat/message/send-state.ts'
import { SendStatus, type SendsLater } from '#features/chat/message/send-status.tsx'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from '../../subscriptions/plan-fixtures.ts'

const nothing = () => undefined
type Given = { onEdit?: (() => void) | null; later?: SendsLater }
const shown = (send: SendState, { onEdit = nothing, later = null }: Given = {}) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <SendStatus
        send={send}
        later={later}
        offer={<a href="/subscriptions">See all plans</a>}
        onRetry={nothing}
        onEdit={onEdit}
        onDiscard={nothing}
      />
    </I18nProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const signIn = (...subscriptions: Subscription[]) => {
  const generation = currentState().generation + 1
  const session = { ...makeAuthenticated(7), user: makeUser(7, { subscriptions }), generation }
  adopt({ generation, session }, { mirror: false })
}

afterEach(resetSession)
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('the status line of a question', () => {
  it('shows how far the message has come', () => {
    expect(shown({ kind: 'waiting', code: null })).toBe('Waiting to send')
    expect(shown({ kind: 'sending' })).toBe('Sending')
    expect(shown({ kind: 'sent' })).toBe('Sent')
  })

  it('promises of a message without a network only what this browser does', () => {
    const send = { kind: 'waiting', code: 'network' } as const
    expect(shown(send, { later: 'online' })).toBe('Waiting · sends when you are back online')
    expect(shown(send, { later: 'open' })).toBe('Waiting · sends when you open the app')
    expect(shown({ kind: 'waiting', code: null }, { later: 'open' })).toContain('sends when you open the app')
  })

  it('says why a message waits when the reason is not a missing connection', () => {
    expect(shown({ kind: 'waiting', code: 'rate_limited' })).toMatch(/^Waiting · Too many tries/)
    expect(shown({ kind: 'waiting', code: 'network' })).toBe('Waiting to send')
    expect(shown({ kind: 'behind' })).toBe('Waiting · waits for the message above')
  })

  it('distinguishes a held message from a failed one, and offers the next step', () => {
    const limit = shown({ kind: 'held', code: 'limit_reached', resetsAt: new Date(2020, 0, 5, 14, 2).toISOString() })
    expect(limit).toContain('On hold. You have used what your plan includes for now. Sends after Jan 5, 2020, 2:02')
    expect(limit).toContain('See all plans')
    const none = shown({ kind: 'held', code: 'subscription_required', resetsAt: null })
    expect(none).toBe('On hold. You need an active subscription to do this See all plans Retry Edit Discard')
    const suspended = shown({ kind: 'held', code: 'suspended', resetsAt: null })
    expect(suspended).toBe('On hold. Your account is suspended Retry Edit Discard')
  })

  it.each([
    ['free trial', { plan: makePlan({ price: '0.00' }) }],
    ['cancelled plan', { cancel_at_period_end: true }],
  ])('promises no later sending after the end of a %s, unless another plan goes on', (_, more) => {
    const last = makeSubscription(more)
    const send = { kind: 'held', code: 'limit_reached', resetsAt: last.current_period_end } as const
    signIn(last)
    expect(shown(send)).toBe('On hold. You have used what your plan includes for now See all plans Retry Edit Discard')
    signIn(last, makeSubscription())
    expect(shown(send)).toContain('Sends after Dec 21')
  })

  it('promises a later sending in a granted plan that lasts longer than the counted period', () => {
    const grant = { cancel_at_period_end: true, is_granted: true, current_period_end: '2027-11-21T12:00:00.000Z' }
    signIn(makeSubscription(grant))
    const send = { kind: 'held', code: 'limit_reached', resetsAt: '2026-12-21T12:00:00.000Z' } as const
    expect(shown(send)).toContain('Sends after Dec 21')
  })

  it('says why a message failed and offers all three options', () => {
    const words = shown({ kind: 'failed', code: 'payload_too_large', reason: 'in another language' })
    expect(words).toBe('Not sent. This is too large Retry Edit Discard')
  })

  it('offers no editing where there is no field to edit in', () => {
    expect(shown({ kind: 'failed', code: null, reason: '' }, { onEdit: null })).toBe('Not sent Retry Discard')
  })

  it('shows the server’s own text for an unknown error code', () => {
    expect(shown({ kind: 'failed', code: 'moon_phase', reason: 'The moon is wrong' })).toContain('The moon is wrong')
  })
})
