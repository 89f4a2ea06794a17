import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { ForgotPasswordPage } from '#features/auth/password/forgot-password-page.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

vi.mock('#session/api.ts', () => ({ api: { call: async () => undefined } }))
afterEach(() => queryClient.clear())

test.each([
  ['in a mail where the server sends mails', true, 'You get a link', 'Look at your mail', 'is on its way'],
  ['with whoever runs a server that sends none', false, 'ask whoever runs', 'Ask for your link', 'sends no emails'],
])('a lost password leads to a link, %s', async (_, mail, before, title, after) => {
  queryClient.setQueryData(configQuery.queryKey, { mail } as never)
  const routeTree = createRootRoute({ component: ForgotPasswordPage })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  expect(page.textContent).toContain(before)
  const [field, submit] = ['input', '[type="submit"]'].map((which) => page.querySelector<HTMLElement>(which))
  await typeInto(field as HTMLInputElement, 'ana@example.org')
  await interact(() => submit?.click())
  await vi.waitFor(() => expect(page.querySelector('h1')?.textContent).toBe(title))
  expect(page.textContent).toContain(after)
  expect(page.textContent?.includes('Look among the unwanted mail')).toBe(mail)
})
