import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { AddFact } from '#features/settings/profile/add-fact.tsx'
import { FactItem } from '#features/settings/profile/fact-item.tsx'
import { queryProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { adopt, resetSession } from '#session/state/session-atom.ts'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7

function Field() {
  const stored = useStoredFormDraft({ userId, draftKey: 'profile/form/fact' })
  return stored && <AddFact stored={stored} />
}

async function renderField() {
  onTestFinished(resetSession)
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const page = await render(<Field />)
  const field = await waitToRender(() => page.querySelector('input') ?? expect.fail('no field'))
  const add = () => interact(() => page.querySelector('form')?.requestSubmit())
  return { page, field, add }
}

const facts = async () => (await queryProfile(database(), userId)).memories.map(({ text }) => text)

test('the next fact that is typed while one is being stored stays in the field', async () => {
  const { field, add } = await renderField()
  const stored = Promise.withResolvers<void>()
  const holding = database().transaction('rw', database().outbox, () => Dexie.waitFor(stored.promise))
  await typeInto(field, 'I have two cats')
  await add()
  await vi.waitFor(() => expect(field.value).toBe(''))
  await typeInto(field, 'I hate')
  stored.resolve()
  await holding
  await vi.waitFor(async () => expect(await facts()).toEqual(['I have two cats']))
  await typeInto(field, `${field.value} coriander`)
  await add()
  await vi.waitFor(async () => expect(await facts()).toEqual(['I have two cats', 'I hate coriander']))
})

test('a fact that cannot be stored comes back into the field', async () => {
  const { page, field, add } = await renderField()
  const put = vi.spyOn(database().outbox, 'add').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'))
  onTestFinished(() => put.mockRestore())
  await typeInto(field, 'I keep bees')
  await add()
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  await vi.waitFor(() => expect(field.value).toBe('I keep bees'))
  // The error is rendered after the field.
  await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).not.toBe(''))
})

test('a fact that cannot be stored comes back before the next one, which is typed meanwhile', async () => {
  const { page, field, add } = await renderField()
  const stored = Promise.withResolvers<never>()
  const put = vi.spyOn(database().outbox, 'add').mockImplementationOnce(() => Dexie.Promise.resolve(stored.promise))
  onTestFinished(() => put.mockRestore())
  await typeInto(field, 'I keep bees.')
  await add()
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  await typeInto(field, 'I sing')
  await interact(() => stored.reject(new DOMException('Full', 'QuotaExceededError')))
  await vi.waitFor(() => expect(field.value).toBe('I keep bees. I sing'))
  await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).not.toBe(''))
})

test('a fact that was typed and not added is there again, until it is added', async () => {
  await database().drafts.clear()
  const before = await renderField()
  await typeInto(before.field, 'I sing')
  const drafts = () => database().drafts.toArray()
  await vi.waitFor(async () => expect((await drafts())[0]?.text).toBe('{"fact":"I sing"}'))
  const { field, add } = await renderField()
  expect(field.value).toBe('I sing')
  await add()
  await vi.waitFor(async () => expect(await facts()).toContain('I sing'))
  await vi.waitFor(async () => expect(await drafts()).toEqual([]))
})

test('an Escape that only ends an IME composition leaves a fact open for editing', async () => {
  const fact = { id: newId(), text: 'I keep bees', created_at: '2026-11-21T12:00:00.000Z' }
  const page = await render(<FactItem fact={fact} onForget={vi.fn()} />)
  await interact(() => page.querySelector('button')?.click())
  const input = page.querySelector('input') ?? expect.fail('no field')
  await typeInto(input, 'I keep goats')
  const press = (more: KeyboardEventInit) =>
    interact(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...more })))
  await press({ isComposing: true })
  expect(page.querySelector('input')?.value).toBe('I keep goats')
  await press({})
  expect(page.querySelector('input')).toBeNull()
})

test('a fact whose draft could not be written is there when the form is opened again, and is written later', async () => {
  await database().drafts.clear()
  vi.stubGlobal('reportError', () => undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const put = vi.spyOn(database().drafts, 'put').mockRejectedValue(new DOMException('', 'UnknownError'))
  onTestFinished(() => put.mockRestore())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = await renderField()
  await typeInto(before.field, 'I paint')
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
  const { field } = await renderField()
  expect(field.value).toBe('I paint')
  put.mockRestore()
  await vi.advanceTimersByTimeAsync(5_000)
  const drafts = async () => (await database().drafts.toArray()).map(({ text }) => text)
  await vi.waitFor(async () => expect(await drafts()).toEqual(['{"fact":"I paint"}']))
})
