import { expect, test, vi } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { acceptValidator, endValidator, listValidators } from '#contract/endpoints/ratings/validators.ts'
import type { Validator } from '#contract/objects/admin/validator.ts'
import { queryClient } from '#data/query-client.ts'
import { ValidatorList } from '#features/admin/users/validator-list.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render, waitToRender } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

const validator: Validator = {
  ...{ id: 5, name: 'Ada', email: 'ada@example.org', created_at: '2026-11-21T12:00:00.000Z' },
  ...{ state: 'volunteer', accepted_at: null, ratings: 0 },
}

test('the button of a volunteer keeps the focus during its request, and a further press is ignored', async () => {
  queryClient.clear()
  call.mockReset().mockImplementation((endpoint: unknown) => {
    if (endpoint === listValidators) return Promise.resolve({ results: [validator] })
    return endpoint === getConfig ? Promise.resolve({ mail: true }) : new Promise(() => undefined)
  })
  const page = await render(<ValidatorList />)
  const button = await vi.waitFor(() => page.querySelector('button') ?? expect.fail('no button'))
  await interact(() => button.click())
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(button.disabled).toBe(false)
  await interact(() => button.click())
  expect(call.mock.calls.filter(([endpoint]) => endpoint === acceptValidator)).toHaveLength(1)
})

test('an admin accepts a volunteer, sees what they have rated, and ends it only after a question', async () => {
  queryClient.clear()
  let stored = validator
  call.mockImplementation(async (endpoint: unknown) => {
    if (endpoint === listValidators) return { results: [stored] }
    if (endpoint === getConfig) return { mail: true }
    stored = { ...stored, state: endpoint === acceptValidator ? 'accepted' : 'ended', ratings: 2 }
    return stored
  })
  const page = await render(<ValidatorList />)
  await vi.waitFor(() => expect(page.textContent).toContain('signed up on'))
  const press = async (label: string) => {
    const button = page.querySelector<HTMLElement>(`[aria-label="${label}"]`) ?? expect.fail(`no button ${label}`)
    await interact(() => button.click())
  }
  await press('Accept Ada')
  await vi.waitFor(() => expect(page.textContent).toContain('accepted · 2 ratings'))
  await press('End Ada')
  const dialog = await waitToRender(() => document.querySelector('[role="alertdialog"]') ?? expect.fail('no dialog'))
  expect(call).not.toHaveBeenCalledWith(endValidator, expect.anything())
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'End')
  await interact(() => confirm?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('ended · 2 ratings'))
  const written = call.mock.calls.filter(([endpoint]) => endpoint === acceptValidator || endpoint === endValidator)
  expect(written).toEqual([
    [acceptValidator, { params: { id: 5 } }],
    [endValidator, { params: { id: 5 } }],
  ])
})

test.each([
  ['a volunteer', 'volunteer'],
  ['an accepted validator', 'accepted'],
] as const)('the name of the button of %s contains its visible text', async (_, state) => {
  queryClient.clear()
  call.mockImplementation(async (endpoint: unknown) =>
    endpoint === listValidators ? { results: [{ ...validator, state }] } : { mail: true },
  )
  const page = await render(<ValidatorList />)
  const button = await vi.waitFor(() => page.querySelector('button') ?? expect.fail('no button'))
  for (const language of ['en', 'es'] as const) {
    await interact(() => activateLanguage(language))
    expect(button.getAttribute('aria-label')).toContain(button.textContent)
  }
})

test('the link to a volunteer’s address adds nothing to the mail, whatever the address contains', async () => {
  queryClient.clear()
  const email = "o'brien?cc=eve%40&x@example.org"
  call.mockReset().mockResolvedValue({ results: [{ ...validator, email }] })
  const page = await render(<ValidatorList />)
  const link = await vi.waitFor(() => page.querySelector('a') ?? expect.fail('no link'))
  expect(link.textContent).toBe(email)
  const { pathname, search } = new URL(link.href)
  expect([decodeURIComponent(pathname), search]).toEqual([email, ''])
})
