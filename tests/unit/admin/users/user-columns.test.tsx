import 'fake-indexeddb/auto'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { usersQuery } from '#features/admin/users/list-users.ts'
import { UserState } from '#features/admin/users/table/user-state.tsx'
import { UserList } from '#features/admin/users/user-list.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from '../../subscriptions/plan-fixtures.ts'

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

test('the headings and the button of the columns are pressed only once the columns are known', async () => {
  const page = await render(<LoadingList />)
  const heading = () => [...page.querySelectorAll('th')].find(({ textContent }) => textContent === 'Person')
  expect(heading()).toBeDefined()
  expect(heading()?.querySelector('button')).toBeNull()
  const columns = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Columns')
  expect(columns()?.disabled).toBe(true)
  const button = await vi.waitFor(() => {
    const found = heading()?.querySelector('button')
    expect(found).toBeTruthy()
    return found
  })
  expect(columns()?.disabled).toBe(false)
  await interact(() => button?.click())
  expect(onSort.mock.calls).toEqual([['name']])
})

test('a plan bought during the trial is shown with its first payment, and a trial with its end', async () => {
  const bought = makeSubscription({ status: 'trialing' })
  const read = async (current: typeof bought) => {
    const page = await render(<UserState state="trial" current={current} />)
    return page.textContent
  }
  expect(await read(bought)).toContain('First payment Dec 21, 2026')
  expect(await read({ ...bought, cancel_at_period_end: true })).toContain('Ends Dec 21, 2026')
  expect(await read({ ...bought, plan: makePlan({ price: '0.00' }) })).toContain('Ends Dec 21, 2026')
})
