import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { usageQuery } from '#data/usage.ts'
import { ComposerExtras } from '#features/chat/composer/composer-extras.tsx'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'
import { makeSubscription } from '../../subscriptions/plan-fixtures.ts'

vi.mock('@tanstack/react-router', async (original) => {
  const Link = ({ children }: { children: string }) => <a href="/">{children}</a>
  return { ...(await original<object>()), Link }
})

const use = (used: number) => {
  const tokens = { used, limit: 10 }
  const searches = { used: 0, limit: null }
  const period = { period_start: '2026-11-21T12:00:00.000Z', resets_at: '2026-12-21T12:00:00.000Z' }
  queryClient.setQueryData(usageQuery(7).queryKey, { plan: makeSubscription().plan, tokens, searches, ...period })
}

beforeEach(() => {
  queryClient.setQueryData(configQuery.queryKey, { care_card: false } as PublicConfig)
  const user = makeUser(7, {
    subscriptions: [makeSubscription()],
    suspended: { since: '2026-11-22T12:00:00.000Z', reason: 'Spam' },
  })
  const generation = currentState().generation + 1
  adopt({ generation, session: { ...makeAuthenticated(7), user, generation } }, { mirror: false })
})
afterEach(() => {
  resetSession()
  queryClient.clear()
})

test('a status bar that changes above the composer does not make the other ones be announced again', async () => {
  use(8)
  const page = await render(<ComposerExtras userId={7} chatId="a" answering={false} />)
  const region = page.querySelector('[role="status"]')
  const bars = [...(region?.children ?? [])]
  expect(bars.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('suspended'),
    expect.stringContaining('80% of your plan is used.'),
  ])
  const changed: (Node | null)[] = []
  const observer = new MutationObserver((changes) => changed.push(...changes.map(({ target }) => target)))
  observer.observe(page, { subtree: true, childList: true, characterData: true })
  await interact(() => use(9))
  await vi.waitFor(() => expect(region?.textContent).toContain('90% of your plan is used.'))
  observer.disconnect()
  expect(changed.every((node) => bars[1]?.contains(node))).toBe(true)
  // A status region is atomic unless it says otherwise.
  expect(region?.getAttribute('aria-atomic')).toBe('false')
})
