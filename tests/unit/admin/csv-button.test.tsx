import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportUsers } from '#contract/endpoints/admin.ts'
import { CsvButton } from '#features/admin/csv-button.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { request } }))

beforeEach(() => {
  request.mockReset()
  request.mockImplementation(async () => new Response('id,email\r\n', { headers: { 'content-type': 'text/csv' } }))
})
afterEach(() => vi.unstubAllGlobals())

/** The installed app on an iPhone, which allows sharing only directly after a user gesture. */
function onAnIphone() {
  const share = vi.fn(async (_: { files: File[] }) => undefined)
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'iPhone', standalone: true, canShare: () => true, share })
  return share
}

test('the first press on an iPhone fetches the CSV, and a second press, which is a new user gesture, shares it', async () => {
  const share = onAnIphone()
  const page = await render(
    <CsvButton endpoint={exportUsers} fallbackName="users">
      Export
    </CsvButton>,
  )
  const button = page.querySelector('button')
  const words = () => page.querySelector('button span span')?.textContent
  expect(words()).toBe('Export')
  await interact(() => button?.click())
  await vi.waitFor(() => expect(words()).toBe('Save the file…'))
  expect(share).not.toHaveBeenCalled()
  await interact(() => button?.click())
  expect(share).toHaveBeenCalledOnce()
  const [file] = share.mock.calls[0]?.[0].files ?? []
  expect(file?.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  await vi.waitFor(() => expect(words()).toBe('Export'))
  expect(request).toHaveBeenCalledOnce()
})

test('a failed share can be retried without fetching the CSV again', async () => {
  const share = onAnIphone()
  share.mockRejectedValueOnce(new DOMException('closed by the person', 'AbortError'))
  share.mockRejectedValueOnce(new Error('no target'))
  const page = await render(
    <CsvButton endpoint={exportUsers} fallbackName="users">
      Export
    </CsvButton>,
  )
  const press = () => interact(() => page.querySelector('button')?.click())
  await press()
  await vi.waitFor(() => expect(page.textContent).toContain('Save the file…'))
  await press()
  // Closing the share sheet is a valid result too.
  await vi.waitFor(() => expect(page.textContent).not.toContain('Save the file…'))
  await press()
  await vi.waitFor(() => expect(page.textContent).toContain('Save the file…'))
  await press()
  await vi.waitFor(() => expect(share).toHaveBeenCalledTimes(2))
  expect(page.textContent).toContain('Save the file…')
  await press()
  await vi.waitFor(() => expect(page.textContent).not.toContain('Save the file…'))
  expect(request).toHaveBeenCalledTimes(2)
})

test('a file that waits for its second press is fetched again when the filters have changed', async () => {
  const share = onAnIphone()
  function Filtered() {
    const [search, setSearch] = useState('ada')
    return (
      <>
        <input onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
        <CsvButton endpoint={exportUsers} query={{ search }} fallbackName="users">
          Export
        </CsvButton>
      </>
    )
  }
  const page = await render(<Filtered />)
  const words = () => page.querySelector('button span span')?.textContent
  const press = () => interact(() => page.querySelector('button')?.click())
  await press()
  await vi.waitFor(() => expect(words()).toBe('Save the file…'))
  await typeInto(page.querySelector('input') ?? expect.fail('there is no field'), 'bob')
  expect(words()).toBe('Export')
  await press()
  await vi.waitFor(() => expect(words()).toBe('Save the file…'))
  expect(request.mock.calls.map(([, options]) => options.query)).toEqual([{ search: 'ada' }, { search: 'bob' }])
  await press()
  expect(share).toHaveBeenCalledOnce()
})
