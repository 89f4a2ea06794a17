import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { listLegalTexts, publishLegalText, saveLegalText } from '#contract/endpoints/legal.ts'
import type { LegalEntry } from '#contract/objects/legal/legal-text.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { legalQuery } from '#features/admin/legal/legal-query.ts'
import { LegalTab } from '#features/admin/legal/legal-tab.tsx'
import { database } from '#offline/database/database.ts'
import { formDraftKey, readFormDraft, saveFormDraft } from '#offline/drafts/form-draft.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { clearAnnouncements, LiveRegions } from '#ui/feedback/live-region.tsx'

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
  const texts = { en: 'Ours', es: 'Incluido' }
  const saved = { params: { document: 'terms' }, body: { revision: 0, version: 0, texts } }
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
  const published = { params: { document: 'terms' }, body: { revision: 1, version: 0, asks_consent: true } }
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

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name) ??
  expect.fail(`no button ${name}`)
const leaves = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** A server with one document, which another admin may change. */
function serve(stored: { entry: LegalEntry }): void {
  call.mockImplementation(async (endpoint, { body }) => {
    if (endpoint === listLegalTexts) return { results: [stored.entry] }
    if (endpoint === getConfig) return {}
    if (endpoint !== saveLegalText && endpoint !== publishLegalText) throw new Error('an unexpected call')
    const version = stored.entry.versions[0]?.version ?? 0
    if (body.revision !== stored.entry.revision || (body.version ?? version) !== version)
      throw new ApiError({ status: 409, code: 'conflict', message: 'Changed', recognised: true, fields: {} })
    if (endpoint === publishLegalText) expect.fail('it is published')
    stored.entry = { ...stored.entry, texts: body.texts, revision: body.revision + 1 }
    return stored.entry
  })
}

async function openEditor(): Promise<HTMLElement> {
  const page = await render(<LegalTab />)
  await vi.waitFor(() => button('Edit Terms of use'))
  await interact(() => button('Edit Terms of use').click())
  return page
}
const areas = (page: HTMLElement) => [...page.querySelectorAll('textarea')].map(({ value }) => value)
const type = (page: HTMLElement, text: string) =>
  typeInto(page.querySelector('textarea') ?? expect.fail('no field'), text)

test('an unsaved text is there again when the document is opened again, and the page warns until it is saved', async () => {
  const stored = { entry: shipped }
  serve(stored)
  const page = await openEditor()
  expect(leaves()).toBe(false)
  await type(page, 'Ours')
  expect(leaves()).toBe(true)
  await interact(() => button('All legal texts').click())
  await interact(() => button('Edit Terms of use').click())
  expect(areas(page)).toEqual(['Ours'])
  await interact(() => button('Save draft').click())
  await vi.waitFor(() => expect(leaves()).toBe(false))
  expect(stored.entry.texts.en).toBe('Ours')
})

test('“Save draft” keeps the focus once a draft is saved, which screen readers announce', async () => {
  serve({ entry: shipped })
  clearAnnouncements()
  const announced = await render(<LiveRegions />)
  await type(await openEditor(), 'Ours')
  await interact(() => button('Save draft').click())
  await vi.waitFor(() => expect(announced.textContent).toBe('Saved'))
  expect(button('Save draft').getAttribute('aria-disabled')).toBe('true')
  expect(button('Save draft').disabled).toBe(false)
  const before = call.mock.calls.length
  await interact(() => button('Save draft').click())
  expect(call).toHaveBeenCalledTimes(before)
})

test('a draft whose editor is left while it is being saved is saved, and nothing is unsaved afterwards', async () => {
  const stored = { entry: shipped }
  serve(stored)
  const page = await openEditor()
  await type(page, 'Ours')
  const { promise, resolve } = Promise.withResolvers<LegalEntry>()
  call.mockImplementationOnce(() => promise)
  await interact(() => button('Save draft').click())
  await interact(() => button('All legal texts').click())
  stored.entry = { ...shipped, revision: 1, texts: { en: 'Ours', es: 'Incluido' } }
  await interact(() => resolve(stored.entry))
  await vi.waitFor(() => expect(leaves()).toBe(false))
  await interact(() => button('Edit Terms of use').click())
  expect(areas(page)).toEqual(['Ours'])
})

test.each(['Save mine', 'Continue with theirs'] as const)(
  'a text that another admin changed meanwhile is shown beside the own one, and “%s” decides',
  async (choice) => {
    const stored = { entry: shipped }
    serve(stored)
    const page = await openEditor()
    await type(page, 'Mine')
    stored.entry = { ...shipped, revision: 4, texts: { en: 'Theirs', es: 'Suyo' } }
    await interact(() => button('Save draft').click())
    await vi.waitFor(() => expect(page.textContent).toContain('Somebody else changed this text while you wrote'))
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Somebody else'))
    expect(areas(page)).toEqual([expect.stringContaining('Mine'), expect.stringContaining('Theirs')])
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
    expect(stored.entry.texts.en).toBe('Theirs')
    await interact(() => button(choice).click())
    const selected = choice === 'Save mine' ? 'Mine' : 'Theirs'
    await vi.waitFor(() => expect(areas(page)).toEqual([selected]))
    await vi.waitFor(() => expect(stored.entry.texts.en).toBe(selected))
    expect(leaves()).toBe(false)
  },
)

test('a text that another admin published meanwhile is shown beside the own one, although neither has a draft', async () => {
  const version = { version: 1, published_at: '2026-11-23T12:00:00.000Z', asks_consent: true }
  const stored = { entry: { ...shipped, versions: [version] } }
  serve(stored)
  const page = await openEditor()
  await type(page, 'Mine')
  const texts = { en: 'Theirs', es: 'Suyo' }
  stored.entry = { ...shipped, versions: [{ ...version, version: 2 }, version], texts }
  await interact(() => button('Save draft').click())
  await vi.waitFor(() => expect(page.textContent).toContain('Somebody else changed this text while you wrote'))
  expect(stored.entry.texts.en).toBe('Theirs')
  await interact(() => button('Save mine').click())
  await vi.waitFor(() => expect(stored.entry.texts.en).toBe('Mine'))
})

test('a text that another admin has saved meanwhile is not published, and is shown before “Publish” can be pressed again', async () => {
  const stored = { entry: { ...shipped, revision: 1 } }
  serve(stored)
  const page = await openEditor()
  stored.entry = { ...shipped, revision: 2, texts: { en: 'Theirs', es: 'Suyo' } }
  const dialog = () => document.querySelector('[role="alertdialog"]')
  await interact(() => button('Publish…').click())
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  await interact(() => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)?.click())
  await vi.waitFor(() => expect(areas(page)).toEqual(['Theirs']))
  await vi.waitFor(() => expect(dialog()).toBeNull())
  expect(call.mock.calls.filter(([endpoint]) => endpoint === publishLegalText)).toHaveLength(1)
})

test('a text that was saved although the response was lost is not shown as that of another admin', async () => {
  const stored = { entry: shipped }
  serve(stored)
  const page = await openEditor()
  await type(page, 'Ours')
  stored.entry = { ...shipped, revision: 1, texts: { en: 'Ours', es: 'Incluido' } }
  // As after a lost connection.
  await interact(() => queryClient.refetchQueries({ queryKey: legalQuery.queryKey }))
  await vi.waitFor(() => expect(button('Publish…').disabled).toBe(false))
  expect(page.textContent).not.toContain('Somebody else changed this text')
  expect(areas(page)).toEqual(['Ours'])
  expect(leaves()).toBe(false)
})

test('what is typed while a draft is being saved is kept, and saved on top of it', async () => {
  const stored = { entry: shipped }
  serve(stored)
  const page = await openEditor()
  await type(page, 'First')
  const { promise, resolve } = Promise.withResolvers<LegalEntry>()
  call.mockImplementationOnce(() => promise)
  await interact(() => button('Save draft').click())
  // The text that the server had before, so that an editor that compares with it would see nothing unsaved.
  await type(page, 'Shipped')
  stored.entry = { ...shipped, revision: 1, texts: { en: 'First', es: 'Incluido' } }
  await interact(() => resolve(stored.entry))
  expect(areas(page)).toEqual(['Shipped'])
  await interact(() => button('Save draft').click())
  await vi.waitFor(() => expect(leaves()).toBe(false))
  expect(stored.entry).toMatchObject({ revision: 2, texts: { en: 'Shipped' } })
})

/** Signs an admin in; returns what the device has of their unsaved terms, and a function that changes it. */
function signIn(userId: number) {
  onTestFinished(resetSession)
  adopt({ generation: userId, session: { ...makeAuthenticated(userId), generation: userId } }, { mirror: false })
  const key = formDraftKey('admin', 'legal/terms')
  return {
    stored: () => readFormDraft(database(), userId, key),
    leave: (texts: { en: string; es: string }) => saveFormDraft(database(), userId, key, { ...texts, base: '0/0' }),
  }
}

test('an unsaved text is on the device until it is saved', async () => {
  const { stored } = signIn(21)
  serve({ entry: shipped })
  const page = await openEditor()
  await vi.waitFor(() => expect(areas(page)).toEqual(['Shipped']))
  await type(page, 'Ours')
  await vi.waitFor(async () => expect(await stored()).toEqual({ en: 'Ours', es: 'Incluido', base: '0/0' }))
  await interact(() => button('Save draft').click())
  await vi.waitFor(async () => expect(await stored()).toEqual({}))
})

test('a text that an earlier page has left is there again, is said to be, and can be discarded', async () => {
  const { stored, leave } = signIn(22)
  await leave({ en: 'Ours', es: 'Incluido' })
  serve({ entry: shipped })
  const page = await openEditor()
  await vi.waitFor(() => expect(areas(page)).toEqual(['Ours']))
  expect(page.textContent).toContain('Here is what you had begun and not finished.')
  await interact(() => button('Discard').click())
  expect(areas(page)).toEqual(['Shipped'])
  expect(page.textContent).not.toContain('Here is what you had begun')
  expect(document.activeElement).toBe(page.querySelector('textarea'))
  await vi.waitFor(async () => expect(await stored()).toEqual({}))
})

test('a text that an earlier page has left is shown beside one that another admin has saved since', async () => {
  const { leave } = signIn(23)
  await leave({ en: 'Mine', es: 'Incluido' })
  serve({ entry: { ...shipped, revision: 4, texts: { en: 'Theirs', es: 'Suyo' } } })
  const page = await openEditor()
  await vi.waitFor(() => expect(page.textContent).toContain('Somebody else changed this text while you wrote'))
  expect(areas(page)).toEqual([expect.stringContaining('Mine'), expect.stringContaining('Theirs')])
  await interact(() => button('Continue with theirs').click())
  expect(leaves()).toBe(false)
})

test('a text that an earlier page had saved before it was left is no longer unsaved', async () => {
  const { stored, leave } = signIn(24)
  await leave({ en: 'Ours', es: 'Incluido' })
  serve({ entry: { ...shipped, revision: 1, texts: { en: 'Ours', es: 'Incluido' } } })
  const page = await openEditor()
  await vi.waitFor(() => expect(areas(page)).toEqual(['Ours']))
  expect([button('Publish…').disabled, leaves()]).toEqual([false, false])
  await vi.waitFor(async () => expect(await stored()).toEqual({}))
})
