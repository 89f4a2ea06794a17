// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { rememberReturnUrl, sameOriginUrl, takeReturnUrl } from '#session/guards/return-url.ts'

const hostile = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  'https://evil.example/chat',
  'https:evil.example',
  'http://localhost:3000@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/1',
  '\u0000//evil.example',
  ' //evil.example',
  'http://[',
  `/chat?${'x'.repeat(2000)}`,
]

beforeEach(() => localStorage.clear())

describe('the return URL after signing in', () => {
  it.each(hostile)('is never on another site: %j', (place) => {
    rememberReturnUrl(place)
    localStorage.setItem('redirectFrom', place)
    for (const target of [takeReturnUrl(place), takeReturnUrl()]) {
      expect(new URL(target, location.origin).origin).toBe(location.origin)
      expect(target).not.toMatch(/^[/\\]{2}/)
    }
  })

  it.each(['/chat/1?q=a b#top', '/account', `${location.origin}/settings`, '/subscriptions?plan=1', '/%2F/x'])(
    'may be any page of our own: %s',
    (place) => {
      const path = new URL(place, location.origin)
      expect(sameOriginUrl(place)).toBe(path.pathname + path.search + path.hash)
    },
  )

  it('is the one in the query, then the stored one, then the chat, and the stored one is used once', () => {
    rememberReturnUrl('/account?tab=1')
    expect(localStorage.getItem('redirectFrom')).toBe('/account?tab=1')
    expect(takeReturnUrl('/settings')).toBe('/settings')
    expect(takeReturnUrl()).toBe('/chat')
    rememberReturnUrl('/account?tab=1')
    expect(takeReturnUrl('//evil.example')).toBe('/account?tab=1')
    expect(localStorage.getItem('redirectFrom')).toBeNull()
    expect(takeReturnUrl(5)).toBe('/chat')
  })

  it('carries a shared title, text and URL of twice the longest message, with each character escaped', () => {
    const part = '語'.repeat(2 * MESSAGE_MAX)
    const shared = `/chat/new?${new URLSearchParams({ title: part, text: part, url: part })}`
    rememberReturnUrl(shared)
    expect(takeReturnUrl() === shared).toBe(true)
  })
})
