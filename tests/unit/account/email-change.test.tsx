import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { changePassword } from '#features/account/change-password.ts'
import { EmailChange } from '#features/account/email-change/email-change.tsx'
import { signIn } from '#session/session-actions.ts'
import { openAppPage } from '#support/browser/app-page.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

/** Answers calls by method and last part of the path, and records what was sent. */
async function serve(replies: Record<string, (body: unknown) => Response>) {
  const sent: string[] = []
  const authenticated = makeAuthenticated(7)
  await signIn(authenticated)
  vi.stubGlobal('fetch', async (request: Request) => {
    const key = `${request.method} ${new URL(request.url).pathname.replace('/api/v1/accounts/', '')}`
    const text = await request.text()
    if (request.method !== 'GET') sent.push(`${key} ${text}`.trim())
    return replies[key]?.(text) ?? Response.json(authenticated.user)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  return { sent, user: authenticated.user }
}

const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) =>
    textContent?.includes(name),
  )
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}

async function click(name: string) {
  const found = await vi.waitFor(() => button(name))
  await interact(() => found.click())
}

test('a user asks for another address, sees that it waits for its link, and cancels it', async () => {
  let pending: { email: string; expires_at: string } | null = null
  const { sent, user } = await serve({
    'GET email-change/': () => Response.json({ pending }),
    'POST email-change/': () => {
      pending = { email: 'new@example.org', expires_at: '2099-01-01T00:00:00.000Z' }
      return Response.json({ message: 'Sent' })
    },
    'DELETE email-change/': () => {
      pending = null
      return new Response(null, { status: 204 })
    },
  })
  const page = await render(<EmailChange user={user} hasMail />)
  await click('Change…')
  const field = await vi.waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('input[name="email"]')
    if (input === null) throw new Error('no field')
    return input
  })
  await typeInto(field, 'no address')
  await click('Send the link')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Invalid email'))
  await typeInto(field, ' New@example.org ')
  await click('Send the link')
  await vi.waitFor(() => expect(page.textContent).toContain('Waiting for new@example.org'))
  expect(page.textContent).toContain('Open its link within 24 hours')
  await click('Cancel the change')
  await vi.waitFor(() => expect(page.textContent).toContain('Another address'))
  expect(sent).toEqual(['POST email-change/ {"email":"new@example.org"}', 'DELETE email-change/'])
})

test('a change of address that waits is no longer shown once a new password has cancelled it', async () => {
  let pending: { email: string; expires_at: string } | null = {
    email: 'new@example.org',
    expires_at: '2099-01-01T00:00:00.000Z',
  }
  const { user } = await serve({
    'GET email-change/': () => Response.json({ pending }),
    'GET profile/sessions/': () => Response.json({ results: [] }),
    'PUT profile/change-password/': () => {
      pending = null
      return Response.json({ message: 'Changed', access: 'a', refresh: 'r' })
    },
  })
  const page = await render(<EmailChange user={user} hasMail />)
  await vi.waitFor(() => expect(page.textContent).toContain('Waiting for new@example.org'))
  const new_password = 'a louder evening'
  await changePassword({ current_password: 'a quiet evening', new_password, confirm_password: new_password })
  await vi.waitFor(() => expect(page.textContent).toContain('Another address'))
})

test.each([
  ['confirm', 'Use this address', 'Your address is changed'],
  ['undo', 'Undo the change', 'Your old address is back'],
] as const)('a mailed link (%s) changes nothing before its button is pressed', async (action, press, outcome) => {
  const { sent } = await serve({
    'POST email-change/preview/': () => Response.json({ action, email: 'new@example.org', is_done: false }),
    [`POST email-change/${action}/`]: () => Response.json({ message: 'Done' }),
  })
  const page = await openAppPage('/check#email=t')
  await vi.waitFor(() => expect(button(press)).toBeDefined())
  expect(sent).toEqual(['POST email-change/preview/ {"token":"t"}'])
  await click(press)
  await vi.waitFor(() => expect(page.textContent).toContain(outcome))
  expect(sent[1]).toBe(`POST email-change/${action}/ {"token":"t"}`)
})

test('a mailed link that has ended says so', async () => {
  await serve({
    'POST email-change/preview/': () => Response.json({ token: ['This link is no longer valid'] }, { status: 400 }),
  })
  const page = await openAppPage('/check#email=t')
  await vi.waitFor(() => expect(page.textContent).toContain('This link is no longer valid'))
})
