import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { createIssue, getIssue, listIssues, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue, ListedIssue } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { NewsletterTab } from '#features/admin/newsletter/newsletter-tab.tsx'
import { interact, render, waitToRender } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

const counts = { queued: 0, sending: 0, sent: 0, refused: 0, bounced: 0, in_doubt: 0, skipped: 0, unsubscribed: 0 }
const common = {
  ...({ slug: null, status: 'draft', revision: 1, scheduled_at: null, started_at: null, sent_at: null } as const),
  ...{ updated_at: '2026-11-22T12:00:00.000Z', counts, outage: null },
}
const listed = (id: number, subject: string): ListedIssue => ({
  ...{ ...common, id, subject },
  languages: subject === '' ? [] : ['en'],
})
const issue = (id: number): Issue => ({
  ...{ ...common, id, send_other_language: false, versions: { en: null, es: null } },
  ...{ recipients: { en: 0, es: 0 }, clicks: { readers: 0, links: [] }, preview_url: '/api/v1/newsletter/preview/x' },
})

/** Presses "Write an issue" and returns the ids of the issues that were created and opened. */
async function write(drafts: readonly ListedIssue[]) {
  queryClient.clear()
  const created: number[] = []
  const opened: number[] = []
  call.mockImplementation(async (endpoint, { params } = {}) => {
    if (endpoint === listIssues) return { results: drafts, count: drafts.length, lacks: [] }
    if (endpoint === createIssue) created.push(99)
    if (endpoint === getIssue) opened.push(params.id)
    return issue(endpoint === getIssue ? params.id : 99)
  })
  const page = await render(<NewsletterTab search={{}} onSearch={() => undefined} />)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Write an issue')
  await waitToRender(() => expect(page.querySelectorAll('ul[aria-label="Issues"] > li')).toHaveLength(drafts.length))
  await interact(() => find()?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('All issues'))
  return { created, opened: [...new Set(opened)] }
}

test('an empty draft is opened instead of creating another one', async () => {
  expect(await write([listed(3, 'Signals'), listed(2, '')])).toEqual({ created: [], opened: [2] })
})

test('an issue is created when every draft has a text', async () => {
  expect(await write([listed(3, 'Signals')])).toEqual({ created: [99], opened: [99] })
})

test('an issue is shown as being sent when the response to its sending was lost', async () => {
  queryClient.clear()
  const draft: Issue = { ...issue(3), versions: { en: { subject: 'Signals', preview: '', body: 'Text' }, es: null } }
  let status: Issue['status'] = 'draft'
  call.mockImplementation(async (endpoint) => {
    if (endpoint === listIssues) return { results: [listed(3, 'Signals')], count: 1, lacks: [] }
    if (endpoint === getIssue) return { ...draft, status }
    if (endpoint !== scheduleIssue) throw new Error('not expected')
    status = 'sending'
    throw new Error('the connection was lost')
  })
  const page = await render(<NewsletterTab search={{}} onSearch={() => undefined} />)
  const press = async (name: RegExp) => {
    const find = () => [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))
    const button = await waitToRender(() => find() ?? expect.fail(`There is no button ${name}`))
    await interact(() => button.click())
  }
  await press(/^Open$/)
  await press(/^Send…$/)
  // The button also contains its hidden label for the time of the request.
  await press(/^SendSending…$/)
  await waitToRender(() => expect(page.textContent).not.toContain('Delete draft…'))
  expect(page.textContent).toContain('Pause')
})
