import { afterEach, expect, it } from 'vitest'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { CreateUserForm } from '#features/admin/users/create-user-form.tsx'
import { render } from '#support/browser/render.tsx'

afterEach(() => queryClient.clear())

it.each([
  ['comes by mail where the server sends mails', true, 'a mail lets the person choose one'],
  ['is a file on a server that sends none', false, 'the link to choose one is a file on the server'],
])('the form for a new user says that the link to choose a password %s', async (_, mail, words) => {
  queryClient.setQueryData(configQuery.queryKey, { mail } as never)
  const page = await render(<CreateUserForm onClose={() => undefined} />)
  expect(page.textContent).toContain(words)
})
