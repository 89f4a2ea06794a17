import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import type { PublicConfig } from '#contract/objects/config.ts'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { NewsletterSwitch } from '#features/account/mail/newsletter-switch.tsx'
import { signIn } from '#session/session-actions.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

/** What was sent to the server. */
let saved: unknown[] = []
beforeEach(() => {
  saved = []
})

async function open(changes: Partial<User>, subscribe = true) {
  const authenticated = makeAuthenticated(7)
  let user = { ...authenticated.user, ...changes }
  await signIn({ ...authenticated, user })
  const config = { newsletter: { subscribe, issues: false } } as PublicConfig
  queryClient.setQueryData(configQuery.queryKey, config)
  vi.stubGlobal('fetch', async (request: Request) => {
    const sent = v.parse(updateProfile.body, await request.json())
    saved.push(sent)
    user = { ...user, ...changes, ...(sent.counts_clicks !== undefined && { counts_clicks: sent.counts_clicks }) }
    return Response.json(user)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  const page = await render(<NewsletterSwitch />)
  const switches = () => [...page.querySelectorAll<HTMLElement>('[role="switch"]')]
  return { switches, isOn: () => switches()[1]?.getAttribute('aria-checked') }
}

test('a reader agrees to the count of clicks, which is off before, and ends it again', async () => {
  const { switches, isOn } = await open({ receive_newsletters: true })
  expect(isOn()).toBe('false')
  await interact(() => switches()[1]?.click())
  await vi.waitFor(() => expect(saved).toEqual([{ counts_clicks: true }]))
  await vi.waitFor(() => expect(switches()[1]?.hasAttribute('data-disabled')).toBe(false))
  expect(isOn()).toBe('true')
  await interact(() => switches()[1]?.click())
  await vi.waitFor(() => expect(saved).toEqual([{ counts_clicks: true }, { counts_clicks: false }]))
  await vi.waitFor(() => expect(isOn()).toBe('false'))
})

test('a user who gets no newsletter, or none from this server, is not asked about clicks', async () => {
  expect((await open({ receive_newsletters: false })).switches()).toHaveLength(1)
  expect((await open({ receive_newsletters: true }, false)).switches()).toHaveLength(1)
})
