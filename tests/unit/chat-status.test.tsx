import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SendState } from '#features/chat/messages/send-state.ts'
import { SendStatus } from '#features/chat/messages/send-status.tsx'

const nothing = () => undefined
const shown = (send: SendState, onEdit: (() => void) | null = nothing) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <SendStatus send={send} onRetry={nothing} onEdit={onEdit} onDiscard={nothing} />
    </I18nProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('the status line of a question', () => {
  it('says where the message is', () => {
    expect(shown({ kind: 'waiting', code: null })).toBe('Waiting to send')
    expect(shown({ kind: 'sending' })).toBe('Sending')
    expect(shown({ kind: 'sent' })).toBe('Sent')
  })

  it('says why a message is held, when it is more than a missing connection', () => {
    expect(shown({ kind: 'waiting', code: 'limit_reached' })).toContain('You have used what your plan includes')
    expect(shown({ kind: 'waiting', code: 'network' })).toBe('Waiting to send')
  })

  it('says why a message failed and offers all three ways out', () => {
    const words = shown({ kind: 'failed', code: 'subscription_required', reason: 'in another language' })
    expect(words).toBe('Not sent. You need an active subscription to do this Retry Edit Discard')
  })

  it('offers no editing where there is nothing to edit in', () => {
    expect(shown({ kind: 'failed', code: null, reason: '' }, null)).toBe('Not sent Retry Discard')
  })

  it('shows the server’s own words for a code that this version does not know', () => {
    expect(shown({ kind: 'failed', code: 'moon_phase', reason: 'The moon is wrong' })).toContain('The moon is wrong')
  })
})
