import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, SignedOutError } from '#api/errors.ts'
import { addIssueImage, getIssue, saveIssue, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import { queryClient } from '#data/query-client.ts'
import { createDraftSaver, hasUnsavedDraft, openDraft } from '#features/admin/newsletter/draft-saver.ts'
import { IssueEditor } from '#features/admin/newsletter/issue-editor.tsx'
import { IssuePage } from '#features/admin/newsletter/issue-page.tsx'
import { database } from '#offline/database/database.ts'
import { type FormDraft, formDraftKey, readFormDraft, saveFormDraft } from '#offline/drafts/form-draft.ts'
import { adopt, currentSession, resetSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
beforeEach(() => {
  call.mockReset()
  queryClient.clear()
})

const counts = { queued: 0, sending: 0, sent: 0, refused: 0, bounced: 0, in_doubt: 0, skipped: 0, unsubscribed: 0 }
const texts = (subject: string) => ({ en: { subject, preview: '', body: 'Text' }, es: null })
const draft: Issue = {
  ...{ id: 7, slug: null, status: 'draft', revision: 3, scheduled_at: null, started_at: null, sent_at: null },
  ...{ updated_at: '2026-11-22T12:00:00.000Z', counts, outage: null, send_other_language: false },
  ...{
    versions: texts('Signals'),
    recipients: { en: 4, es: 2 },
    clicks: { readers: 0, links: [] },
    preview_url: '/api/v1/newsletter/preview/x',
  },
}
const conflict = new ApiError({ status: 409, code: 'conflict', message: 'Changed', recognised: true, fields: {} })

/** A server that another admin may change. */
function answer(stored: { issue: Issue }): void {
  call.mockImplementation(async (endpoint, { body }) => {
    if (endpoint === getIssue) return stored.issue
    if (endpoint === addIssueImage) return { url: '/api/v1/newsletter/images/x' }
    if (endpoint === scheduleIssue) return { ...stored.issue, status: 'scheduled' }
    if (endpoint !== saveIssue) throw new Error('an unexpected call')
    if (body.revision !== stored.issue.revision) throw conflict
    stored.issue = { ...stored.issue, ...body, revision: body.revision + 1 }
    return stored.issue
  })
}

test('a draft is saved once after a pause in the typing, with the revision that it is based on', async () => {
  const stored = { issue: draft }
  answer(stored)
  const saver = createDraftSaver(draft)
  for (const subject of ['S', 'Si', 'Sig']) saver.change({ versions: texts(subject), send_other_language: false })
  await vi.waitFor(() => expect(saver.read().state).toBe('saved'))
  expect(call).toHaveBeenCalledTimes(1)
  expect(stored.issue).toMatchObject({ revision: 4, versions: { en: { subject: 'Sig' } } })
})

test('what is typed while a request is under way is saved after it', async () => {
  const stored = { issue: draft }
  answer(stored)
  const saver = createDraftSaver(draft)
  saver.change({ versions: texts('First'), send_other_language: false })
  const first = saver.flush()
  saver.change({ versions: texts('Second'), send_other_language: false })
  await first
  expect(saver.read().state).toBe('saved')
  expect(stored.issue).toMatchObject({ revision: 5, versions: { en: { subject: 'Second' } } })
})

test('a failed request leaves the text and is tried again', async () => {
  const stored = { issue: draft }
  answer(stored)
  call.mockRejectedValueOnce(new Error('offline'))
  const saver = createDraftSaver(draft)
  saver.change({ versions: texts('Offline'), send_other_language: false })
  await saver.flush()
  expect(saver.read()).toMatchObject({ state: 'failed', texts: { versions: { en: { subject: 'Offline' } } } })
  await saver.flush()
  expect(stored.issue.versions.en?.subject).toBe('Offline')
})

test('a text that was not saved waits for the admin who wrote it, and is sent by no other session', async () => {
  onTestFinished(resetSession)
  const stored = { issue: draft }
  let isOnline = false
  call.mockImplementation(async (_, { body, as }) => {
    if (as !== currentSession()?.user.id) throw new SignedOutError('This user is not signed in')
    if (!isOnline) throw new Error('offline')
    stored.issue = { ...stored.issue, ...body, revision: body.revision + 1 }
    return stored.issue
  })
  const signIn = (id: number, generation: number) =>
    adopt({ generation, session: { ...makeAuthenticated(id), generation } }, { mirror: false })
  signIn(1, 1)
  const saver = createDraftSaver(draft)
  saver.change({ versions: texts('Mine'), send_other_language: false })
  await saver.flush()
  signIn(2, 2)
  isOnline = true
  expect(hasUnsavedDraft(draft.id)).toBe(false)
  expect(openDraft(draft).read()).toMatchObject({ state: 'saved', texts: { versions: texts('Signals') } })
  await saver.flush()
  expect(saver.read().state).toBe('failed')
  expect(stored.issue.versions).toEqual(texts('Signals'))
  signIn(1, 3)
  expect(openDraft(draft)).toBe(saver)
  await vi.waitFor(() => expect(stored.issue.versions).toEqual(texts('Mine')))
  await vi.waitFor(() => expect(hasUnsavedDraft(draft.id)).toBe(false))
})

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? expect.fail(name)

test.each(['Save mine', 'Continue with theirs'] as const)(
  'the change of another admin is shown beside the own one, and “%s” decides',
  async (choice) => {
    const stored = { issue: { ...draft, revision: 9, versions: texts('Theirs') } }
    answer(stored)
    const screen = await render(<IssueEditor stored={draft} lacks={[]} onClose={() => {}} />)
    const subject = screen.querySelector<HTMLInputElement>('input[type="text"], input:not([type])')
    await typeInto(subject ?? expect.fail('no subject'), 'Mine')
    await vi.waitFor(() => expect(screen.textContent).toContain('Somebody else changed this text while you wrote'))
    const boxes = [...screen.querySelectorAll('textarea')].map(({ value }) => value)
    expect(boxes).toEqual([expect.stringContaining('Mine'), expect.stringContaining('Theirs')])
    expect(stored.issue.versions.en?.subject).toBe('Theirs')
    await interact(() => button(choice).click())
    const selected = choice === 'Save mine' ? 'Mine' : 'Theirs'
    await vi.waitFor(() => expect(stored.issue.versions.en?.subject).toBe(selected))
    await vi.waitFor(() => expect(screen.querySelector('input')?.value).toBe(selected))
  },
)

test('nothing can be sent while a setting is missing', async () => {
  await render(<IssueEditor stored={draft} lacks={['postal_address']} onClose={() => {}} />)
  expect(button('Send…').disabled).toBe(true)
})

test('an uploaded picture is put into the text where the cursor is, under the name of its file', async () => {
  const stored = { issue: draft }
  answer(stored)
  const screen = await render(<IssueEditor stored={draft} lacks={[]} onClose={() => {}} />)
  screen.querySelector('textarea')?.setSelectionRange(2, 2)
  const input = screen.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no input')
  const picture = new File(['picture'], 'a [small] boat.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input, 'files', { value: [picture] })
  await interact(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  const body = 'Te![a small boat](/api/v1/newsletter/images/x)xt'
  await vi.waitFor(() => expect(screen.querySelector('textarea')?.value).toBe(body))
  await vi.waitFor(() => expect(stored.issue.versions.en?.body).toBe(body))
  expect(call).toHaveBeenCalledWith(addIssueImage, { params: { id: 7 }, body: picture })
})

test('a picture that arrives after the other language was opened changes only the text for which it was chosen', async () => {
  const stored = { issue: draft }
  answer(stored)
  const uploaded = Promise.withResolvers<{ url: string }>()
  const screen = await render(<IssueEditor stored={draft} lacks={[]} onClose={() => {}} />)
  call.mockImplementationOnce(() => uploaded.promise)
  const input = screen.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no input')
  Object.defineProperty(input, 'files', { value: [new File(['picture'], 'boat.jpg', { type: 'image/jpeg' })] })
  await interact(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  await interact(() => button('Español').click())
  await typeInto(screen.querySelector('textarea') ?? expect.fail('no text'), 'Hola')
  await interact(() => uploaded.resolve({ url: '/x' }))
  await vi.waitFor(() => expect(stored.issue.versions.en?.body).toBe('Text![boat](/x)'))
  expect(stored.issue.versions.es?.body).toBe('Hola')
})

const missing = new ApiError({ status: 404, code: 'not_found', message: 'Not found', recognised: true, fields: {} })
const leaves = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const firstInput = (screen: HTMLElement) => screen.querySelector('input') ?? expect.fail('no subject')

test('a text that could not be saved is there again when the issue is opened again, and the page warns until it is saved', async () => {
  const stored = { issue: draft }
  answer(stored)
  const saver = openDraft(draft)
  call.mockRejectedValueOnce(new Error('offline'))
  saver.change({ versions: texts('Typed offline'), send_other_language: false })
  await saver.flush()
  expect(leaves()).toBe(true)
  const screen = await render(<IssuePage id={7} lacks={[]} onClose={() => {}} />)
  await vi.waitFor(() => expect(firstInput(screen).value).toBe('Typed offline'))
  await saver.flush()
  expect(stored.issue.versions.en?.subject).toBe('Typed offline')
  expect(leaves()).toBe(false)
  expect(openDraft(stored.issue)).not.toBe(saver)
})

test('an unsaved text stays in sight when another admin sends the issue, and the sent one is shown after it was read', async () => {
  const stored: { issue: Issue } = { issue: draft }
  answer(stored)
  const screen = await render(<IssuePage id={7} lacks={[]} onClose={() => {}} />)
  await vi.waitFor(() => firstInput(screen))
  stored.issue = { ...draft, status: 'sending', revision: 4, versions: texts('Theirs') }
  await typeInto(firstInput(screen), 'Mine')
  await interact(() => queryClient.invalidateQueries())
  await vi.waitFor(() => expect(screen.textContent).toContain('It is no longer a draft'))
  expect(screen.querySelector('textarea')?.value).toContain('Mine')
  expect([...screen.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Continue with theirs'])
  await interact(() => button('Continue with theirs').click())
  await vi.waitFor(() => expect(screen.querySelector('textarea')).toBeNull())
  expect(hasUnsavedDraft(7)).toBe(false)
})

test('an issue that another admin has deleted is said to be deleted, is not saved again, and can be left', async () => {
  const stored = { issue: draft }
  answer(stored)
  const onClose = vi.fn()
  const screen = await render(<IssueEditor stored={draft} lacks={[]} onClose={onClose} />)
  call.mockRejectedValue(missing)
  await typeInto(firstInput(screen), 'Mine')
  await vi.waitFor(() => expect(screen.textContent).toContain('Another admin has deleted this issue'))
  expect(firstInput(screen).value).toBe('Mine')
  await interact(() => button('All issues').click())
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(leaves()).toBe(false)
})

/** Signs an admin in; returns what the device has of their unsaved issue, and a function that changes it. */
function signIn(userId: number) {
  onTestFinished(resetSession)
  adopt({ generation: userId, session: { ...makeAuthenticated(userId), generation: userId } }, { mirror: false })
  const key = formDraftKey('admin', 'issue/7')
  return {
    stored: () => readFormDraft(database(), userId, key),
    leave: (fields: FormDraft) => saveFormDraft(database(), userId, key, fields),
  }
}
const left = { versions: JSON.stringify(texts('Mine')), send_other_language: false, revision: 3 }

test('a text that could not be saved is on the device until it is', async () => {
  const { stored } = signIn(21)
  answer({ issue: draft })
  call.mockRejectedValueOnce(new Error('offline'))
  const saver = openDraft(draft)
  saver.change({ versions: texts('Mine'), send_other_language: false })
  await saver.flush()
  await vi.waitFor(async () => expect(await stored()).toEqual(left))
  await saver.flush()
  await vi.waitFor(async () => expect(await stored()).toEqual({}))
})

test('a text that an earlier page could not save is there again, and is saved', async () => {
  const { stored, leave } = signIn(22)
  await leave(left)
  const server = { issue: draft }
  answer(server)
  const screen = await render(<IssuePage id={7} lacks={[]} onClose={() => {}} />)
  await vi.waitFor(() => expect(firstInput(screen).value).toBe('Mine'))
  await vi.waitFor(() => expect(server.issue).toMatchObject({ revision: 4, versions: texts('Mine') }))
  await vi.waitFor(async () => expect(await stored()).toEqual({}))
})

test('a text that an earlier page could not save is not overwritten while it cannot be read', async () => {
  const { stored, leave } = signIn(24)
  await leave(left)
  answer({ issue: draft })
  vi.stubGlobal('reportError', () => undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const get = vi.spyOn(database().drafts, 'get').mockRejectedValueOnce(new DOMException('', 'UnknownError'))
  onTestFinished(() => get.mockRestore())
  const screen = await render(<IssuePage id={7} lacks={[]} onClose={() => {}} />)
  await vi.waitFor(() => expect(screen.textContent).toContain('Try again'))
  expect(await stored()).toEqual(left)
  await interact(() => button('Try again').click())
  await vi.waitFor(() => expect(firstInput(screen).value).toBe('Mine'))
})

test('a text that an earlier page could not save is shown beside one that another admin has saved since', async () => {
  const { leave } = signIn(23)
  await leave(left)
  const server = { issue: { ...draft, revision: 9, versions: texts('Theirs') } }
  answer(server)
  const screen = await render(<IssuePage id={7} lacks={[]} onClose={() => {}} />)
  await vi.waitFor(() => expect(screen.textContent).toContain('Somebody else changed this text while you wrote'))
  const boxes = [...screen.querySelectorAll('textarea')].map(({ value }) => value)
  expect(boxes).toEqual([expect.stringContaining('Mine'), expect.stringContaining('Theirs')])
  expect(server.issue.versions).toEqual(texts('Theirs'))
  await interact(() => button('Continue with theirs').click())
  expect(hasUnsavedDraft(7)).toBe(false)
})
