import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import {
  dismissExchangeReports,
  getReportedExchange,
  listReportedExchanges,
  withdrawReportedExchange,
} from '#contract/endpoints/ratings/reported-exchanges.ts'
import { queryClient } from '#data/query-client.ts'
import { ReportedExchanges } from '#features/admin/reports/reported-exchanges.tsx'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

const id = '0190a7c0-0000-7000-8000-000000000001'
const reported_at = '2026-11-21T12:00:00.000Z'
const listed = { id, language: 'en', reports: 1, reported_at, reason: 'It has a name' }
const user = { id: 3, email: 'ada@example.org', first_name: 'Ada', last_name: '' }
const exchange = {
  ...{ id, language: 'en', question: 'When?', answer: 'In May.', offered_at: reported_at, ratings: 2 },
  reports: [{ reason: 'It has a name', reported_at, user }],
}

const gone = new ApiError({ status: 404, code: 'not_found', message: 'Gone', recognised: true, fields: {} })

const press = async (name: string) => {
  const find = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(find(), name).toBeDefined())
  await interact(() => find()?.click())
}

async function open() {
  const page = await render(<ReportedExchanges />)
  await press('Open')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('In May.'))
  return page
}

describe('an exchange that a validator has reported', () => {
  beforeEach(() => {
    queryClient.clear()
    let isOpen = true
    call.mockReset()
    call.mockImplementation(async (endpoint: unknown) => {
      if (endpoint === listReportedExchanges) return { count: isOpen ? 1 : 0, results: isOpen ? [listed] : [] }
      if (endpoint === getReportedExchange) return exchange
      isOpen = false
      return undefined
    })
  })

  it('is shown with its texts and who reported it, and goes back to validators when the admin dismisses it', async () => {
    const page = await open()
    const text = document.querySelector('[role=dialog]')?.textContent
    for (const part of ['It has a name', 'ada@example.org', 'When?', '2 ratings']) expect(text).toContain(part)
    await press('Dismiss the reports')
    await vi.waitFor(() => expect(page.textContent).toContain('No exchange is reported.'))
    expect(call).toHaveBeenCalledWith(dismissExchangeReports, { params: { id }, body: { reported_at } })
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('leads back to the first page when it was the only one on the second', async () => {
    const others = Array.from({ length: 20 }, (_, at) => ({ ...listed, id: `other-${at}`, reason: 'Another one' }))
    let count = 21
    call.mockImplementation(async (endpoint: unknown, { query }: { query?: { page: number } } = {}) => {
      if (endpoint === getReportedExchange) return exchange
      if (endpoint === dismissExchangeReports) count = 20
      return { count, results: query?.page === 1 ? others : [listed].slice(0, count - 20) }
    })
    const page = await render(<ReportedExchanges />)
    await press('Next')
    await vi.waitFor(() => expect(page.textContent).toContain('It has a name'))
    await press('Open')
    await press('Dismiss the reports')
    await vi.waitFor(() => expect(page.textContent).not.toContain('It has a name'))
    expect(page.textContent).not.toContain('No exchange is reported.')
    await press('Previous')
    await vi.waitFor(() => expect(page.textContent).toContain('Another one'))
  })

  it('is withdrawn only after the admin has confirmed it', async () => {
    const page = await open()
    await press('Withdraw from rating…')
    expect(call).not.toHaveBeenCalledWith(withdrawReportedExchange, expect.anything())
    await press('Withdraw')
    await vi.waitFor(() => expect(page.textContent).toContain('No exchange is reported.'))
    expect(call).toHaveBeenCalledWith(withdrawReportedExchange, { params: { id } })
  })

  it.each([['Dismiss the reports'], ['Withdraw from rating…', 'Withdraw']])(
    'leaves the list when it turns out to be decided already at “%s”',
    async (...buttons) => {
      const page = await open()
      call.mockImplementation(async (endpoint: unknown) => {
        if (endpoint === listReportedExchanges) return { count: 0, results: [] }
        throw gone
      })
      for (const button of buttons) await press(button)
      await vi.waitFor(() => expect(page.textContent).toContain('No exchange is reported.'))
    },
  )

  it('leaves the list when it turns out to be gone at “Open”', async () => {
    let isOpen = true
    call.mockImplementation(async (endpoint: unknown) => {
      if (endpoint === listReportedExchanges) return { count: isOpen ? 1 : 0, results: isOpen ? [listed] : [] }
      isOpen = false
      throw gone
    })
    const page = await render(<ReportedExchanges />)
    await press('Open')
    await vi.waitFor(() => expect(page.textContent).toContain('No exchange is reported.'))
  })
})
