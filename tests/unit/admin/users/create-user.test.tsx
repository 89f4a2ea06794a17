import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#api/errors.ts'
import { createUser, listUsers } from '#contract/endpoints/admin.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { CreateUserForm } from '#features/admin/users/create-user-form.tsx'
import { usersQuery } from '#features/admin/users/list-users.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
afterEach(() => queryClient.clear())

test.each([
  ['comes by mail where the server sends mails', true, 'a mail lets the person choose one'],
  ['is a file on a server that sends none', false, 'the link to choose one is a file on the server'],
])('the form for a new user says that the link to choose a password %s', async (_, mail, words) => {
  queryClient.setQueryData(configQuery.queryKey, { mail } as never)
  const page = await render(<CreateUserForm onClose={() => undefined} />)
  expect(page.textContent).toContain(words)
})

test('the list of users shows one whose creation was stored although the response was lost', async () => {
  let stored = 0
  call.mockImplementation(async (endpoint) => {
    if (endpoint === listUsers) return { count: stored, results: [] }
    if (endpoint !== createUser) return {}
    stored = 1
    throw new NetworkError('lost')
  })
  function Counted() {
    return `Users: ${useQuery(usersQuery({ ordering: 'name', page: 1 }), queryClient).data?.count}`
  }
  const page = await render(
    <>
      <Counted />
      <CreateUserForm onClose={() => undefined} />
    </>,
  )
  await vi.waitFor(() => expect(page.textContent).toContain('Users: 0'))
  await typeInto(page.querySelector<HTMLInputElement>('[name="email"]') ?? expect.fail('no email'), 'ada@example.org')
  await interact(() => page.querySelector<HTMLButtonElement>('[type="submit"]')?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('Users: 1'))
})
