import 'fake-indexeddb/auto'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listAudit, listUsers } from '#contract/endpoints/admin.ts'
import { listReports } from '#contract/endpoints/feedback.ts'
import { listIssues } from '#contract/endpoints/newsletter/issues.ts'
import { queryClient } from '#data/query-client.ts'
import { AuditTab } from '#features/admin/audit/audit-tab.tsx'
import { NewsletterTab } from '#features/admin/newsletter/newsletter-tab.tsx'
import { ReportsTab } from '#features/admin/reports/reports-tab.tsx'
import { AdminList } from '#features/admin/table/admin-list.tsx'
import { usersQuery } from '#features/admin/users/list-users.ts'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
// jsdom does not know the element `search`.
vi.mock('#features/admin/audit/audit-filters.tsx', () => ({ AuditFilters: () => null }))

beforeEach(() => queryClient.clear())

type TabProps = { search: { page: string }; onSearch: (search: { page?: string | undefined }) => void }

function UserTab({ search, onSearch }: TabProps) {
  return (
    <AdminList
      {...{ ref: null, ordering: 'name', orderings: [], onSort: vi.fn(), onClear: undefined, clearLabel: null }}
      list={useQuery(usersQuery({ ordering: 'name', page: Number(search.page) }), queryClient)}
      page={Number(search.page)}
      onPage={(page) => onSearch({ page: String(page) })}
      count={() => null}
      empty="No users found"
      table={null}
    />
  )
}

describe('a last page that has been emptied meanwhile', () => {
  it.each([
    ['reports', ReportsTab, listReports, 'No open reports'],
    ['issues of the newsletter', NewsletterTab, listIssues, 'No issues yet'],
    ['entries of the audit log', AuditTab, listAudit, 'No entries found'],
    ['users', UserTab, listUsers, 'No users found'],
  ] as const)('does not say that there are no %s, and leads back to the first one', async (_, Tab, list, none) => {
    let count = 20
    call.mockImplementation((endpoint: unknown) =>
      endpoint === list ? Promise.resolve({ count, results: [], lacks: [] }) : new Promise(() => undefined),
    )
    const onSearch = vi.fn()
    const page = await render(
      <QueryClientProvider client={queryClient}>
        <Tab search={{ page: '2' }} onSearch={onSearch} />
      </QueryClientProvider>,
    )
    await vi.waitFor(() => expect(page.textContent).toContain('Page 2 of 1'))
    expect(page.textContent).not.toContain(none)
    const previous = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Previous')
    await interact(() => previous?.click())
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ page: '1' }))
    count = 0
    await interact(() => void queryClient.invalidateQueries({ queryKey: ['admin'] }))
    await vi.waitFor(() => expect(page.textContent).toContain(none))
  })
})
