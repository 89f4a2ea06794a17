import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import {
  createIssue,
  getIssue,
  listDeliveries,
  listIssues,
  pauseIssue,
  resendDelivery,
  resumeIssue,
  scheduleIssue,
} from '#contract/endpoints/newsletter/issues.ts'
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

/**
 * Presses "Write an issue" and returns the ids of the issues that were created and opened. `later`: the issues that the
 * server has by then.
 */
async function write(drafts: readonly ListedIssue[], later = drafts) {
  queryClient.clear()
  let stored = drafts
  const created: number[] = []
  const opened: number[] = []
  call.mockImplementation(async (endpoint, { params } = {}) => {
    if (endpoint === listIssues) return { results: stored, count: stored.length, lacks: [] }
    if (endpoint === createIssue) created.push(99)
    if (endpoint === getIssue) opened.push(params.id)
    return issue(endpoint === getIssue ? params.id : 99)
  })
  const page = await render(<NewsletterTab search={{}} onSearch={() => undefined} />)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Write an issue')
  await waitToRender(() => expect(page.querySelectorAll('ul[aria-label="Issues"] > li')).toHaveLength(drafts.length))
  stored = later
  await interact(() => find()?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('All issues'))
  return { created, opened: [...new Set(opened)] }
}

test('an empty draft is opened instead of creating another one', async () => {
  expect(await write([listed(3, 'Signals'), listed(2, '')])).toEqual({ created: [], opened: [2] })
})

test('an issue is created when another admin has meanwhile written the one that the list shows as empty', async () => {
  const written = [listed(2, 'Theirs')]
  expect(await write([listed(2, '')], written)).toEqual({ created: [99], opened: [99] })
})

test('an issue is created when every draft has a text', async () => {
  expect(await write([listed(3, 'Signals')])).toEqual({ created: [99], opened: [99] })
})

const findButton = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))
/** `clicks`: 2 for the second click of a double click. */
async function press(name: RegExp, clicks = 1): Promise<void> {
  const button = await waitToRender(() => findButton(name) ?? expect.fail(`There is no button ${name}`))
  await interact(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: clicks })))
}

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
  await press(/^Open$/)
  await press(/^Send…$/)
  // The button also contains its hidden label for the time of the request.
  await press(/^SendSending…$/)
  await waitToRender(() => expect(page.textContent).not.toContain('Delete draft…'))
  expect(page.textContent).toContain('Pause')
})

/** Opens an issue in this state on a server that does what is asked, although its response may never arrive. */
async function open(opened: Partial<Issue>, response: 'sent' | 'lost' | 'held' = 'sent') {
  queryClient.clear()
  const server = { issue: { ...issue(3), ...opened }, asked: [] as unknown[] }
  const change = (changes: Partial<Issue>) => {
    server.issue = { ...server.issue, ...changes }
    if (response === 'lost') throw new Error('the connection was lost')
    return response === 'held' ? new Promise(() => undefined) : server.issue
  }
  let refused = Array.from({ length: server.issue.counts.refused }, (_, id) => id)
  let inDoubt = Array.from({ length: server.issue.counts.in_doubt }, (_, id) => id)
  call.mockReset().mockImplementation(async (endpoint, { body, query }) => {
    if (endpoint === listIssues) return { results: [listed(3, 'Signals')], count: 1, lacks: [] }
    if (endpoint === getIssue) return server.issue
    if (endpoint === listDeliveries) {
      const common = { email: 'ada@example.org', language: 'en', status: query.status, reply: null, attempts: 1 }
      const ids = query.status === 'refused' ? refused : inDoubt
      return { count: ids.length, results: ids.map((id) => ({ ...common, id })) }
    }
    server.asked.push(endpoint)
    if (endpoint === pauseIssue) return change({ status: 'paused' })
    if (endpoint === resumeIssue) return change({ status: 'sending' })
    if (endpoint === resendDelivery) {
      inDoubt = inDoubt.filter((id) => id !== body.delivery_id)
      refused = body.delivery_id === null ? [] : refused.filter((id) => id !== body.delivery_id)
      return change({ counts: { ...counts, in_doubt: inDoubt.length, refused: refused.length } })
    }
    throw new Error('not expected')
  })
  await render(<NewsletterTab search={{}} onSearch={() => undefined} />)
  await press(/^Open$/)
  return server
}

test('a double click on “Pause” pauses the sending, and does not resume it', async () => {
  const server = await open({ status: 'sending' })
  await press(/^Pause$/)
  await press(/^Resume$/, 2)
  expect(server.asked).toEqual([pauseIssue])
  expect(findButton(/^Resume$/)).toBeDefined()
})

test('an issue is asked to pause once while the request is under way', async () => {
  const server = await open({ status: 'sending' }, 'held')
  await press(/^Pause$/)
  await vi.waitFor(() => expect(findButton(/^Pause$/)?.getAttribute('aria-disabled')).toBe('true'))
  await press(/^Pause$/)
  expect(server.asked).toEqual([pauseIssue])
})

test('an issue whose resumption was lost on the way is shown as being sent', async () => {
  await open({ status: 'paused' }, 'lost')
  await press(/^Resume$/)
  await vi.waitFor(() => expect(findButton(/^Pause$/)).toBeDefined())
})

test('a mail that is sent again is no longer in doubt, although the response was lost', async () => {
  const server = await open({ status: 'sent', counts: { ...counts, in_doubt: 1 } }, 'lost')
  await press(/^Send again$/)
  await vi.waitFor(() => expect(findButton(/^Send again$/)).toBeUndefined())
  expect(server.asked).toEqual([resendDelivery])
})

test('the focus goes to the next mail in doubt when one is sent again, after the last one to the issue', async () => {
  await open({ status: 'sent', counts: { ...counts, in_doubt: 2 } })
  const buttons = () =>
    [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Send again')
  await waitToRender(() => expect(buttons()).toHaveLength(2))
  const [first, second] = buttons()
  for (const [button, next] of [
    [first, () => second],
    [second, () => document.querySelector('h3')],
  ] as const) {
    await interact(() => button?.focus())
    await interact(() => button?.click())
    await vi.waitFor(() => expect(button?.isConnected).toBe(false))
    await vi.waitFor(() => expect(document.activeElement).toBe(next()))
  }
})

test('refused mails are sent again one by one or all at once, after which the focus is on the issue', async () => {
  const server = await open({ status: 'sent', counts: { ...counts, refused: 3 } })
  await press(/^Send again$/)
  await waitToRender(() => expect(server.issue.counts.refused).toBe(2))
  const all = await waitToRender(() => findButton(/^Send all again$/) ?? expect.fail('There is no button for all'))
  await interact(() => all.focus())
  await interact(() => all.click())
  await vi.waitFor(() => expect(findButton(/again$/)).toBeUndefined())
  expect(server.issue.counts.refused).toBe(0)
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('h3')))
})

test('refused mails of an issue that was stopped for good are not sent again', async () => {
  await open({ status: 'stopped', counts: { ...counts, refused: 2 } })
  await waitToRender(() => expect(document.body.textContent).toContain('ada@example.org'))
  expect(findButton(/again$/)).toBeUndefined()
})

test('an issue in two languages can be read in both before it is sent', async () => {
  const version = (subject: string) => ({ subject, preview: '', body: 'Text' })
  const versions = { en: version('Signals'), es: version('Señales') }
  await open({ status: 'scheduled', scheduled_at: '2026-12-24T12:00:00.000Z', versions })
  const frame = () => document.querySelector('iframe')?.getAttribute('src')
  await waitToRender(() => expect(frame()).toContain('language=en'))
  const tab = () =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === 'Español')
  await waitToRender(() => expect(tab()).toBeDefined())
  await interact(() => tab()?.click())
  await waitToRender(() => expect(frame()).toContain('language=es'))
})
