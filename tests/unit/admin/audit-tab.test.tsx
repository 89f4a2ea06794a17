import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { checkAudit, listAllPlans, listAudit } from '#contract/endpoints/admin.ts'
import { listPromotionCodes } from '#contract/endpoints/admin-billing.ts'
import type { AuditChain } from '#contract/objects/admin/audit.ts'
import { queryClient } from '#data/query-client.ts'
import { chainQuery, isNarrowed, readView, selectionOf } from '#features/admin/audit/audit-query.ts'
import { ChainState } from '#features/admin/audit/chain-state.tsx'
import { AuditItem } from '#features/admin/user-page/timeline/audit-item.tsx'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

beforeEach(() => {
  call.mockReset()
  queryClient.removeQueries(chainQuery)
})

test('an address opens the entries that it names, and what it does not know is left out', () => {
  const address = { search: 'ada', kind: 'plans', actor: '3', user: '4', from: '2026-11-01', until: '2026-11-02' }
  expect(readView({ ...address, page: '2' })).toEqual({ ...address, page: 2 })
  const unknown = readView({ kind: 'weather', actor: 'x', user: '-1', from: '2026-13-01', until: 'today', page: '0' })
  expect(unknown).toEqual({ page: 1 })
  expect([isNarrowed(unknown), isNarrowed(readView({ until: '2026-11-02' }))]).toEqual([false, true])
})

test('an entry names the promotion code and the plan that it holds as ids', async () => {
  const entry = {
    ...{ id: 1, actor: null, actor_name: null, actor_kind: 'operator' as const, action: 'code.redeemed' },
    ...{ subject: null, subject_kind: null, subject_name: null, created_at: '2026-11-21T12:00:00.000Z' },
    detail: { code: 5, plan: 6 },
  }
  call.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === listPromotionCodes) return [{ id: 5, code: 'WELCOME' }]
    if (endpoint === listAllPlans) return [{ id: 6, title: '', name: 'Yearly' }]
    return undefined
  })
  const page = await render(<AuditItem entry={entry} />)
  await vi.waitFor(() => expect(page.textContent).toContain(' · WELCOME · Yearly'))
})

test('list and CSV get whole days in the time zone of the admin', () => {
  const sent = selectionOf(readView({ from: '2026-11-01', until: '2026-11-01', user: '4' }))
  expect(sent).toEqual({
    user_id: '4',
    from: new Date(2026, 10, 1).toISOString(),
    until: new Date(2026, 10, 2).toISOString(),
  })
  expect(selectionOf(readView({ page: '4' }))).toEqual({})
})

const last: AuditChain['last'] = { position: 41, entry: 43, at: '2026-11-21T12:00:00.000Z', hash: 'ab12' }

test.each([
  ['nothing is broken', null, 'No entry was removed or changed.', false],
  ['an entry is missing', { position: 42, problem: 'missing' }, 'Entry 42 was removed.', true],
  ['an entry was changed', { position: 42, problem: 'changed' }, 'Entry 42 was changed after it was written.', true],
] as const)('the state of the chain is shown when %s', async (_, broken, text, isWarning) => {
  call.mockResolvedValue({ checked: 41, last, broken, unchained: 0 } satisfies AuditChain)
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <ChainState />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(page.textContent).toContain(text))
  expect(page.textContent).toMatch(/Chain intact up to entry 41 of .*2026.* with the hash ab12/)
  expect(page.querySelector('[data-broken]') !== null).toBe(isWarning)
  expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([checkAudit])
  expect(call).not.toHaveBeenCalledWith(listAudit, expect.anything())
})

describe('a check of the chain that fails', () => {
  const intact: AuditChain = { checked: 41, last, broken: null, unchained: 0 }
  const result = 'No entry was removed or changed.'

  async function renderChain() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = await render(
      <QueryClientProvider client={queryClient}>
        <ChainState />
      </QueryClientProvider>,
    )
    const button = () => page.querySelector('button')
    const press = () =>
      interact(() => {
        button()?.focus()
        button()?.click()
      })
    const isAlerted = () => page.querySelector('[role="alert"]') !== null
    return { page, button, press, isAlerted }
  }

  it('shows its error instead of the earlier result until a further check has succeeded', async () => {
    call.mockResolvedValue(intact)
    const { page, button, press, isAlerted } = await renderChain()
    await vi.waitFor(() => expect(page.textContent).toContain(result))
    const pressed = button()
    call.mockRejectedValue(new TypeError('Failed to fetch'))
    await press()
    await vi.waitFor(() => expect(isAlerted()).toBe(true), { timeout: 5_000 })
    expect(page.textContent).not.toContain(result)
    expect(document.activeElement).toBe(pressed)
    const further = Promise.withResolvers<AuditChain>()
    call.mockReturnValue(further.promise)
    await press()
    await vi.waitFor(() => expect(button()?.dataset.pending).toBe('true'))
    expect([isAlerted(), page.textContent?.includes(result)]).toEqual([true, false])
    await interact(() => further.resolve(intact))
    await vi.waitFor(() => expect(isAlerted()).toBe(false))
    expect(page.textContent).toContain(result)
    expect(document.activeElement).toBe(pressed)
  })

  it('keeps the focus on its button when it was the first check', async () => {
    call.mockRejectedValue(new TypeError('Failed to fetch'))
    const { button, press, isAlerted } = await renderChain()
    await vi.waitFor(() => expect(isAlerted()).toBe(true), { timeout: 5_000 })
    const pressed = button()
    call.mockReturnValue(new Promise(() => undefined))
    await press()
    await vi.waitFor(() => expect(button()?.dataset.pending).toBe('true'))
    expect(document.activeElement).toBe(pressed)
  })
})
