import { beforeEach, expect, test, vi } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { listLegalTexts, publishLegalText, saveLegalText } from '#contract/endpoints/legal.ts'
import type { LegalEntry } from '#contract/objects/legal/legal-text.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { LegalTab } from '#features/admin/legal/legal-tab.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
beforeEach(() => {
  call.mockReset()
  queryClient.clear()
  setCareCard(false)
})
const setCareCard = (care_card: boolean) => queryClient.setQueryData(configQuery.queryKey, { care_card } as never)

const shipped: LegalEntry = {
  ...{ document: 'terms', versions: [], revision: 0, preview_url: null },
  texts: { en: 'Shipped', es: 'Incluido' },
}

test('a shipped text is called a draft, and is published as the admin has saved it', async () => {
  call.mockImplementation(async (endpoint, { body }) => {
    if (endpoint === listLegalTexts) return { results: [shipped] }
    if (endpoint === saveLegalText)
      return { ...shipped, revision: 1, texts: body.texts, preview_url: '/legal/terms?draft=x' }
    if (endpoint === getConfig) return {}
    if (endpoint !== publishLegalText) throw new Error('an unexpected call')
    const version = { version: 1, published_at: '2026-11-23T12:00:00.000Z', asks_consent: true }
    return { ...shipped, versions: [version], revision: 0 }
  })
  const page = await render(<LegalTab />)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)
  await vi.waitFor(() => expect(page.textContent).toContain('What is marked as a draft'))
  await interact(() => button('Edit Terms of use')?.click())
  expect(button('Publish…')?.disabled).toBe(true)

  const area = page.querySelector('textarea')
  if (area === null) throw new Error('no field')
  expect(area.value).toBe('Shipped')
  await typeInto(area, 'Ours')
  await interact(() => button('Save draft')?.click())
  await vi.waitFor(() => expect(button('Publish…')?.disabled).toBe(false))
  const saved = { params: { document: 'terms' }, body: { revision: 0, texts: { en: 'Ours', es: 'Incluido' } } }
  expect(call).toHaveBeenCalledWith(saveLegalText, saved)
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain(
    '/legal/terms?draft=x&lang=en',
  )

  await interact(() => button('Publish…')?.click())
  // The button has the label of its pending state too.
  const confirm = () =>
    [...document.querySelectorAll<HTMLElement>('[role="alertdialog"] button')].find(({ textContent }) =>
      textContent?.startsWith('Publish'),
    )
  await vi.waitFor(() => expect(confirm()).toBeDefined())
  await interact(() => confirm()?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('Version 1, published on'))
  const published = { params: { document: 'terms' }, body: { revision: 1, asks_consent: true } }
  expect(call).toHaveBeenCalledWith(publishLegalText, published)
  expect(page.textContent).not.toContain('What is marked as a draft')
})

test.each([true, false])(
  'admins are told to check the numbers of the care card where it is shown (%s)',
  async (isOn) => {
    setCareCard(isOn)
    call.mockResolvedValue({ results: [shipped] })
    const page = await render(<LegalTab />)
    await vi.waitFor(() => expect(page.textContent).toContain('What is marked as a draft'))
    expect(page.textContent?.includes('check those of your countries before others use this server')).toBe(isOn)
  },
)
