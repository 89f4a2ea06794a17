import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { EmailChangeCheck } from '#features/auth/email-change/email-change-check.tsx'
import { ResetPasswordPage } from '#features/auth/password/reset-password-page.tsx'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
afterEach(() => queryClient.clear())

async function open(component: () => React.ReactNode, mail: boolean) {
  queryClient.setQueryData(configQuery.queryKey, { mail } as never)
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  return { page, says: (words: string) => vi.waitFor(() => expect(page.textContent).toContain(words)) }
}

describe('a server without mail', () => {
  it.each([
    [false, 'which whoever runs this server can give you'],
    [true, 'use the newest mail'],
  ])('says who has the new link of a lost password (mail: %s)', async (mail, words) => {
    const { says } = await open(() => <ResetPasswordPage token={undefined} />, mail)
    await says(words)
  })

  it.each([
    [false, 'whoever runs this server can give you the link', 'Ask whoever runs this server for the link'],
    [true, 'a mail to this address lets you', 'Open the mail to ana@example.org'],
  ])('says who has the link to a new password when an address is restored (mail: %s)', async (mail, before, after) => {
    call.mockReset().mockResolvedValue({ action: 'undo', email: 'ana@example.org', is_done: false })
    const { page, says } = await open(() => <EmailChangeCheck token={`undone ${mail}`} />, mail)
    await says(before)
    await interact(() => page.querySelector('button')?.click())
    await says(after)
  })

  it('names no mail where the link of another address is too old', async () => {
    call.mockReset().mockRejectedValue(Object.assign(new Error('refused'), { fields: { token: ['too old'] } }))
    const { page, says } = await open(() => <EmailChangeCheck token="too old" />, false)
    await says('by the newest link')
    expect(page.textContent).not.toContain('mail')
  })
})
