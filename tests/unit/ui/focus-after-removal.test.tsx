import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, test, vi } from 'vitest'
import { listSessions } from '#contract/endpoints/accounts.ts'
import { listPromotionCodes } from '#contract/endpoints/admin-billing.ts'
import { getSecondFactor } from '#contract/endpoints/factors.ts'
import { subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import { listOffers } from '#contract/endpoints/ratings/ratings.ts'
import { signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { listSharedChats } from '#contract/endpoints/shares.ts'
import { queryClient } from '#data/query-client.ts'
import { DeviceList } from '#features/account/devices/device-list.tsx'
import { PhotoEditor } from '#features/account/photo/photo-editor.tsx'
import { SecondFactorSection } from '#features/account/second-factor/second-factor-section.tsx'
import { CodesSection } from '#features/admin/codes/codes-section.tsx'
import { ValidatorForm } from '#features/information/validator-form.tsx'
import { SubscribeForm } from '#features/newsletter/subscribe-form.tsx'
import { OfferedExchanges } from '#features/settings/sessions/offered-exchanges.tsx'
import { SharedChats } from '#features/settings/sessions/shared-chats.tsx'
import { adopt, currentState, resetSession, useSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'
import { LiveRegions } from '#ui/feedback/live-region.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/session-actions.ts', () => ({ updateUser: async () => signIn(null) }))

const at = '2026-11-21T12:00:00.000Z'
const id = crypto.randomUUID()
const phone = { id, device: 'Phone', created_at: at, last_used_at: at, is_current: false }
const passkey = { id, name: 'Key', created_at: at, last_used_at: null }
const share = { chat: id, title: 'Otters', url: '/s/1', messages: 2, created_at: at, expires_at: null }
const code = {
  ...{ id: 1, code: 'SPRING', kind: 'discount', percent_off: 10, amount_off: null, currency: null, duration: 'once' },
  ...{ duration_months: null, redemptions_max: null, redeemed: 0, once_per_user: true, plan_ids: [], expires_at: null },
}
const offerState = { is_reported: false, is_withdrawn: false }
const offer = {
  message: id,
  chat: id,
  question: 'Why?',
  answer: 'So.',
  language: 'en',
  offered_at: at,
  ratings: 0,
  ...offerState,
}

let offers = [offer]

function signIn(photo_url: string | null): void {
  const user = makeUser(7)
  const generation = currentState().generation + 1
  const session = { ...makeAuthenticated(7), user: { ...user, profile: { ...user.profile, photo_url } }, generation }
  adopt({ generation, session }, { mirror: false })
}

function Photo() {
  const session = useSession()
  return session && <PhotoEditor user={session.user} />
}

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => {
  let isGone = false
  offers = [offer]
  call.mockImplementation(async (endpoint) => {
    const left = <T,>(item: T): T[] => (isGone ? [] : [item])
    if (endpoint === listSessions) return { results: left(phone) }
    if (endpoint === listOffers) return { results: offers }
    if (endpoint === listSharedChats) return { results: left(share) }
    if (endpoint === listPromotionCodes) return [{ ...code, is_active: !isGone }]
    if (endpoint === getSecondFactor) {
      return { totp_since: null, passkeys: left(passkey), recovery_codes_left: 9, is_required: false }
    }
    if (endpoint === subscribeToNewsletter || endpoint === signUpValidator) return { message: 'Thank you' }
    if (endpoint.method !== 'GET') isGone = true
    return []
  })
  queryClient.clear()
  signIn('/photo')
})
afterEach(resetSession)

const press = async (label: string) => {
  const find = () =>
    [...document.querySelectorAll('button')].findLast((each) => (each.ariaLabel ?? each.textContent).startsWith(label))
  await vi.waitFor(() => expect(find(), label).toBeDefined())
  await interact(() => {
    find()?.focus()
    find()?.click()
  })
}
const isAsked = () => document.querySelector('[role="alertdialog"]') !== null
const focused = () => {
  const { activeElement, body } = document
  return activeElement === body ? 'the page' : (activeElement?.ariaLabel ?? activeElement?.textContent)
}

it.each<[string, ReactNode, string, string, string]>([
  ['device', <DeviceList key="a" userId={7} />, 'Log out Phone', 'Log out', 'Logged-in devices'],
  ['shared chat', <SharedChats key="b" userId={7} />, 'Stop sharing Otters', 'Stop sharing', 'Shared chats'],
  ['offer', <OfferedExchanges key="c" userId={7} />, 'Withdraw “Why?”', 'Withdraw', 'Offered for rating'],
  ['passkey', <SecondFactorSection key="d" userId={7} />, 'Remove Key', 'Remove', 'Second step'],
  ['photo', <Photo key="e" />, 'Remove', 'Remove', 'Choose a photo'],
  ['code', <CodesSection key="f" />, 'End code…', 'End code', 'SPRING'],
])('the focus goes from a removed %s to what is left, and from one that stays to its button', async (...row) => {
  const [, list, button, confirm, next] = row
  await render(list)
  await press(button)
  await vi.waitFor(() => expect(isAsked()).toBe(true))
  await press('Cancel')
  await vi.waitFor(() => expect(isAsked()).toBe(false))
  await vi.waitFor(() => expect(focused()).toBe(button))
  const opener = document.activeElement
  await press(button)
  await vi.waitFor(() => expect(isAsked()).toBe(true))
  await press(confirm)
  await vi.waitFor(() => expect(isAsked()).toBe(false))
  await vi.waitFor(() => expect(opener?.isConnected).toBe(false))
  await vi.waitFor(() => expect(focused()).toBe(next))
})

test('the focus goes from the last offer that an operator has withdrawn to the heading, and its removal is announced', async () => {
  offers = [{ ...offer, message: crypto.randomUUID(), is_withdrawn: true }]
  const root = createRootRoute({ component: () => <OfferedExchanges userId={7} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  await render(
    <>
      <RouterProvider router={router as never} />
      <LiveRegions />
    </>,
  )
  await press('Remove the offer of')
  await vi.waitFor(() => expect(focused()).toBe('Offered for rating'))
  await vi.waitFor(() => expect(document.querySelector('[role="status"]')?.textContent).toBe('Removed'))
})

it.each<[string, ReactNode, string]>([
  ['newsletter', <SubscribeForm key="a" />, 'Subscribe'],
  ['validators', <ValidatorForm key="b" user={makeUser(7)} />, 'Sign up'],
])('the focus goes from the form for the %s, which is removed when it is sent, to the confirmation', async (...row) => {
  const [, form, button] = row
  const page = await render(form)
  const email = page.querySelector<HTMLInputElement>('input[type="email"]')
  if (email) await typeInto(email, 'ana@example.org')
  await press(button)
  await vi.waitFor(() => expect(page.querySelector('form')).toBeNull())
  await vi.waitFor(() => expect(focused()).toBe('Thank you'))
})
