import 'fake-indexeddb/auto'
import { useQuery } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { usersQuery } from '#features/admin/users/list-users.ts'
import { UserList } from '#features/admin/users/user-list.tsx'
import { interact, render } from '#support/browser/render.tsx'

// jsdom lacks it; no size changes here.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const onSort = vi.fn()

function LoadingList() {
  const view = { ordering: '-created_at', page: 1 } as const
  const users = useQuery({ ...usersQuery(view), enabled: false }, queryClient)
  return <UserList ref={null} users={users} view={view} onPage={vi.fn()} onSort={onSort} onClear={vi.fn()} />
}

it('a heading of the user table is pressed by its first press, since none is a button before the columns are known', async () => {
  const page = await render(<LoadingList />)
  const heading = () => [...page.querySelectorAll('th')].find(({ textContent }) => textContent === 'Person')
  expect(heading()).toBeDefined()
  expect(heading()?.querySelector('button')).toBeNull()
  const button = await vi.waitFor(() => {
    const found = heading()?.querySelector('button')
    expect(found).toBeTruthy()
    return found
  })
  await interact(() => button?.click())
  expect(onSort.mock.calls).toEqual([['name']])
})
