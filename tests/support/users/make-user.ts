import type { Authenticated, User } from '#contract/objects/user.ts'

export function makeUser(id = 7, more: Partial<User> = {}): User {
  return {
    id,
    email: `user${id}@example.org`,
    username: '',
    first_name: 'Ana',
    last_name: 'Ruiz',
    is_vip: false,
    is_provider: false,
    is_ad_subscriber: false,
    receive_newsletters: false,
    is_admin: false,
    email_verified: true,
    created_at: '2026-01-01T00:00:00.000Z',
    subscriptions: [],
    profile: { is_provider: false, photo_url: null, language: 'en' },
    ...more,
  }
}

export function makeAuthenticated(id = 7, tokens = '1'): Authenticated {
  return { user: makeUser(id), access: `a${id}-${tokens}`, refresh: `r${id}-${tokens}` }
}
