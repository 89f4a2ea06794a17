import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { plansQuery } from '#features/subscriptions/plans/list-plans.ts'
import { PlanList } from '#features/subscriptions/plans/plan-list.tsx'
import { VisitorPlans } from '#features/subscriptions/plans/visitor-plans.tsx'
import { render } from '#support/browser/render.tsx'
import { makePlan } from './plan-fixtures.ts'

vi.mock('#session/api.ts', () => ({ api: { call: async () => [] } }))
vi.mock('#ui/button/link-button.tsx', () => ({
  LinkButton: ({ search }: { search: { redirect: string } }) => <a href={search.redirect}>choose</a>,
}))
afterEach(() => queryClient.clear())

const plans = [
  makePlan({ id: 1, name: 'free-trial', title: 'Free', price: '0.00' }),
  makePlan({ id: 2 }),
  makePlan({ id: 3, name: 'yearly', title: 'Yearly', price: '99.00', interval: 'year' }),
]
const offer = () => queryClient.setQueryData(plansQuery.queryKey, { plans, savedAt: null } as never)

test('each plan of the start page leads through the registration to that plan', async () => {
  offer()
  const page = await render(<VisitorPlans />)
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links.slice(1)).toEqual(['/subscriptions?plan=monthly', '/subscriptions?plan=yearly'])
})

test.each([
  ['yearly', ['Yearly*', 'Free', 'Monthly']],
  ['withdrawn', ['Free', 'Monthly*', 'Yearly']],
])('the plan %s that was chosen before the registration is first, if it is on sale', async (selected, expected) => {
  offer()
  const page = await render(<PlanList heading="h2" selected={selected} action={(_, isMain) => (isMain ? '*' : '')} />)
  const cards = [...page.querySelectorAll('li:has(h2)')]
  expect(
    cards.map((card) => `${card.querySelector('h2')?.textContent}${card.textContent?.endsWith('*') ? '*' : ''}`),
  ).toEqual(expected)
})
