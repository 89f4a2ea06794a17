import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportNewsletterRecipients } from '#contract/endpoints/newsletter/reading.ts'
import { RecipientsExport } from '#features/admin/newsletter/recipients-export.tsx'
import { interact, render } from '#support/browser/render.tsx'

const { request, saveFile } = vi.hoisted(() => ({ request: vi.fn(), saveFile: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { request } }))
vi.mock('#lib/browser/save-file.ts', () => ({ saveFile, mustShare: () => false, shareFile: vi.fn() }))

beforeEach(() => {
  request.mockReset()
  request.mockImplementation(async () => new Response('email\r\n', { headers: { 'content-type': 'text/csv' } }))
})
afterEach(() => saveFile.mockReset())

const choose = async (page: HTMLElement, field: string, option: string) => {
  const label = [...page.querySelectorAll('label, span')].find(({ textContent }) => textContent === field)
  const trigger = page.querySelector<HTMLElement>(`[role="combobox"][aria-labelledby~="${label?.id}"]`)
  await interact(() => trigger?.click())
  const found = await vi.waitFor(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('[role="option"]')]
    const wanted = shown.find(({ textContent }) => textContent?.includes(option))
    if (wanted === undefined) throw new Error(`no option ${option}`)
    return wanted
  })
  await interact(() => found.click())
}

test('the recipients are exported as a file, narrowed by the chosen kind and language', async () => {
  const page = await render(<RecipientsExport />)
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Export'))
  await interact(() => button?.click())
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  expect(request).toHaveBeenLastCalledWith(exportNewsletterRecipients, expect.objectContaining({ query: {} }))
  await choose(page, 'Kind', 'Without an account')
  await choose(page, 'Language', 'Español')
  await interact(() => button?.click())
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2))
  const query = { kind: 'address', language: 'es' }
  expect(request).toHaveBeenLastCalledWith(exportNewsletterRecipients, expect.objectContaining({ query }))
})
