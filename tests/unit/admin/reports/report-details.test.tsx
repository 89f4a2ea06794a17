import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { getReport, replyToReport, updateReport } from '#contract/endpoints/feedback.ts'
import { queryClient } from '#data/query-client.ts'
import { ReportDetails } from '#features/admin/reports/report-details.tsx'
import { reportsQuery } from '#features/admin/reports/reports-query.ts'
import { database } from '#offline/database/database.ts'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

const user = { id: 3, email: 'ada@example.org', first_name: 'Ada', last_name: '' }
const report = {
  ...{ id: 5, reason: 'incorrect', comment: 'It is wrong', state: 'open', language: 'en', exchange: null, user },
  ...{ reported_at: '2026-11-20T12:00:00.000Z', replied_at: null as string | null },
}
const theirs = '2026-11-21T12:00:00.000Z'
const conflict = new ApiError({ status: 409, code: 'conflict', message: 'Answered', recognised: true, fields: {} })
const gone = new ApiError({ status: 404, code: 'not_found', message: 'Gone', recognised: true, fields: {} })

/** What the server has stored. */
let stored = report

/** Opens the report and writes an answer, while another admin answers. */
async function writeAnswer() {
  const page = await render(<ReportDetails id={5} />)
  const field = await waitToRender(() => {
    const found = page.querySelector('textarea')
    if (found === null) throw new Error(page.textContent ?? '')
    return found
  })
  const press = (name: string) =>
    interact(() =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))?.click(),
    )
  await typeInto(field, 'Thank you, Ada')
  stored = { ...report, replied_at: theirs }
  const untilAnswered = () => vi.waitFor(() => expect(page.textContent).toContain('Answered on'))
  return { text: () => page.querySelector('textarea')?.value, press, untilAnswered }
}

beforeEach(async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(1), generation: 1 } })
  await database().drafts.clear()
  queryClient.clear()
  stored = report
  call.mockReset()
  call.mockImplementation(async (endpoint: unknown, request: { body?: Partial<typeof report> }) => {
    if (endpoint === getConfig) return { mail: true }
    if (endpoint === getReport) return stored
    const isSeen = (request.body?.reported_at ?? stored.reported_at) === stored.reported_at
    if (endpoint === updateReport) {
      if (!isSeen) throw conflict
      stored = { ...stored, state: 'resolved' }
      return stored
    }
    if (endpoint === replyToReport) {
      if (!isSeen || request.body?.replied_at !== stored.replied_at) throw conflict
      stored = { ...stored, replied_at: '2026-11-22T12:00:00.000Z' }
      return stored
    }
    return undefined
  })
})

test('an answer that is being written stays when the report turns out to be answered by another admin', async () => {
  const { text, press, untilAnswered } = await writeAnswer()
  await press('Mark as resolved')
  await untilAnswered()
  expect(text()).toBe('Thank you, Ada')
})

test('an answer that is refused because another admin was faster can be sent again, and is cleared then', async () => {
  const { text, press, untilAnswered } = await writeAnswer()
  await press('Send answer')
  await untilAnswered()
  expect(text()).toBe('Thank you, Ada')
  await press('Send answer')
  await vi.waitFor(() => expect(text()).toBe(''))
  const { reported_at } = report
  const sent = call.mock.calls.filter(([endpoint]) => endpoint === replyToReport).map(([, { body }]) => body)
  expect(sent).toEqual([null, theirs].map((replied_at) => ({ text: 'Thank you, Ada', replied_at, reported_at })))
})

test.each(['Mark as resolved', 'Send answer'])(
  'a report that its user has changed meanwhile is shown as it is now instead of “%s”',
  async (button) => {
    const { text, press } = await writeAnswer()
    stored = { ...report, comment: 'It is in June', reported_at: theirs }
    await press(button)
    await vi.waitFor(() => expect(document.body.textContent).toContain('It is in June'))
    expect(stored).toMatchObject({ state: 'open', replied_at: null })
    expect(text()).toBe('Thank you, Ada')
    await press(button)
    const done = button === 'Send answer' ? { replied_at: expect.any(String) } : { state: 'resolved' }
    await vi.waitFor(() => expect(stored).toMatchObject(done))
  },
)

test.each(['Mark as resolved', 'Send answer'])(
  'a report that is gone at “%s” is not shown any more, and leaves the list',
  async (button) => {
    const list = reportsQuery('open', 1)
    queryClient.setQueryData(list.queryKey, { count: 0, results: [] })
    const { press } = await writeAnswer()
    call.mockRejectedValue(gone)
    await press(button)
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('It is wrong'))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Gone')
    expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  },
)

test('a report that is gone when it is opened leaves the list', async () => {
  const list = reportsQuery('open', 1)
  queryClient.setQueryData(list.queryKey, { count: 0, results: [] })
  call.mockRejectedValue(gone)
  await render(<ReportDetails id={5} />)
  await vi.waitFor(() => expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true))
})

test('an answer that was not sent is there again when the report is opened once more', async () => {
  const before = await writeAnswer()
  await vi.waitFor(async () => expect((await database().drafts.toArray())[0]?.text).toContain('Thank you, Ada'))
  expect(before.text()).toBe('Thank you, Ada')
  const page = await render(<ReportDetails id={5} />)
  await vi.waitFor(() => expect(page.querySelector('textarea')?.value).toBe('Thank you, Ada'))
  expect(page.textContent).toContain('Here is what you had begun and not finished.')
})
