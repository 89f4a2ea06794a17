import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { getIssue, saveIssue, scheduleIssue, testIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { createDraftSaver } from '#features/admin/newsletter/draft-saver.ts'
import { IssueActions } from '#features/admin/newsletter/issue-actions.tsx'
import { IssueItem } from '#features/admin/newsletter/issue-item.tsx'
import { IssuePage } from '#features/admin/newsletter/issue-page.tsx'
import { IssueProgress } from '#features/admin/newsletter/issue-progress.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => {
  call.mockReset()
  queryClient.clear()
})

const counts = { queued: 0, sending: 0, sent: 0, refused: 0, bounced: 0, in_doubt: 0, skipped: 0, unsubscribed: 0 }
const texts = (subject: string) => ({ en: { subject, preview: '', body: 'Text' }, es: null })
/** Without a time zone, so in that of the test. */
const at = new Date('2026-12-05T14:05:00').toISOString()
const draft: Issue = {
  ...{ id: 8, slug: null, status: 'draft', revision: 3, scheduled_at: null, started_at: null, sent_at: null },
  ...{ updated_at: at, counts, outage: null, send_other_language: false, versions: texts('Signals') },
  ...{ recipients: { en: 4, es: 2 }, clicks: { readers: 0, links: [] }, preview_url: '/api/v1/newsletter/preview/x' },
}
const scheduled: Issue = { ...draft, status: 'scheduled', scheduled_at: at }

const renderActions = (saver: ReturnType<typeof createDraftSaver>, onClose = vi.fn()) =>
  render(<IssueActions {...{ saver, issue: draft, texts: draft, language: 'en', lacks: [], onClose }} />)
const press = (name: string) =>
  interact(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`There is no button ${name}`)
    found.click()
  })

describe('the moment at which an issue is sent', () => {
  it('has its day in the question before it is scheduled', async () => {
    const page = await renderActions(createDraftSaver(draft))
    await typeInto(page.querySelector('input') ?? expect.fail('no time'), '2026-12-05T14:05')
    await press('Schedule…')
    await vi.waitFor(() => expect(document.body.textContent).toContain('Send this issue on Dec 5, 2026, 2:05 PM?'))
  })

  it.each([
    ['has a year of six digits', '123456-12-05T14:05', false],
    ['is incomplete', '', true],
  ])('is refused when it %s', async (_, value, badInput) => {
    const page = await renderActions(createDraftSaver(draft))
    const field = page.querySelector('input') ?? expect.fail('no time')
    Object.defineProperty(field, 'validity', { value: { valid: !badInput, badInput } })
    await typeInto(field, value)
    await interact(() => field.blur())
    expect(page.textContent).toContain('Invalid value')
    expect(page.querySelector('button')?.disabled).toBe(true)
  })

  it('is refused while it is incomplete and has the focus', async () => {
    const page = await renderActions(createDraftSaver(draft))
    const field = page.querySelector('input') ?? expect.fail('no time')
    Object.defineProperty(field, 'validity', { value: { valid: false, badInput: true } })
    await press('Send…')
    expect(page.textContent).toContain('Invalid value')
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
  })

  it('has its day once it is scheduled, and in the list', async () => {
    expect((await render(<IssueProgress issue={scheduled} onClose={vi.fn()} />)).textContent).toContain(
      'It is sent on Dec 5, 2026, 2:05 PM.',
    )
    const listed = { ...scheduled, subject: 'Signals', languages: ['en' as const] }
    expect((await render(<IssueItem issue={listed} onOpen={vi.fn()} />)).textContent).toContain(
      'Dec 5, 2026, 2:05 PM · English',
    )
  })

  it('has its day where the mail server has failed since then', async () => {
    const issue: Issue = { ...draft, status: 'sending', outage: { since: at, reply: '421' } }
    const page = await render(<IssueProgress issue={issue} onClose={vi.fn()} />)
    expect(page.textContent).toContain('has taken nothing since Dec 5, 2026, 2:05 PM')
  })
})

const dialog = () => document.querySelector('[role="alertdialog"]')
const confirm = async () => {
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('SendSending…'))
  await press('SendSending…')
}
const conflict = new ApiError({ status: 409, code: 'conflict', message: 'Changed', recognised: true, fields: {} })

describe('an issue that another admin has saved meanwhile', () => {
  it('is shown as it was saved, and sent like that only once it is confirmed again', async () => {
    let stored = draft
    const sent: number[] = []
    call.mockImplementation(async (endpoint, { body }) => {
      if (endpoint === getIssue) return stored
      if (endpoint !== scheduleIssue) throw new Error('not expected')
      sent.push(body.revision)
      if (body.revision !== stored.revision) throw conflict
      return { ...stored, status: 'sending' }
    })
    const page = await render(<IssuePage id={8} lacks={[]} onClose={vi.fn()} />)
    const subject = () => page.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')?.value
    await vi.waitFor(() => expect(subject()).toBe('Signals'))
    stored = { ...draft, revision: 9, versions: texts('Theirs') }
    await press('Send…')
    await confirm()
    await vi.waitFor(() => expect(subject()).toBe('Theirs'))
    await vi.waitFor(() => expect(dialog()).toBeNull())
    await press('Send…')
    await confirm()
    await vi.waitFor(() => expect(sent).toEqual([3, 9]))
    await vi.waitFor(() => expect(page.textContent).toContain('Pause'))
  })
})

describe('the deletion of a draft', () => {
  it('leaves the draft when it is repeated because the response was lost', async () => {
    const gone = new ApiError({ status: 404, code: 'not_found', message: 'Not found', recognised: true, fields: {} })
    call.mockRejectedValueOnce(new NetworkError('lost')).mockRejectedValue(gone)
    const onClose = vi.fn()
    await renderActions(createDraftSaver(draft), onClose)
    await press('Delete draft…')
    await vi.waitFor(() => expect(dialog()).not.toBeNull())
    await press('Delete')
    await vi.waitFor(() => expect(dialog()?.querySelector('[role="alert"]')?.textContent).not.toBe(''))
    expect(onClose).not.toHaveBeenCalled()
    await press('Delete')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})

describe('the test mail of an issue', () => {
  it('is not sent while the text that it would show is not saved', async () => {
    call.mockImplementation(async (endpoint) => {
      if (endpoint === saveIssue) throw new Error('offline')
      return { message: 'Sent' }
    })
    const saver = createDraftSaver(draft)
    await renderActions(saver)
    saver.change({ versions: texts('Unsaved'), send_other_language: false })
    await press('Test mail to me')
    await vi.waitFor(() => expect(saver.read().state).toBe('failed'))
    await vi.waitFor(() => expect(document.querySelector('[data-pending]')).toBeNull())
    expect(call.mock.calls.some(([endpoint]) => endpoint === testIssue)).toBe(false)
    saver.discard()
  })
})
