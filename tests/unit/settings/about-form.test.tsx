import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { useChatProfile, useKnownProfile } from '#data/use-chat-profile.ts'
import { AboutForm } from '#features/settings/profile/about-form.tsx'
import { defaultProfile, enqueueProfileChange, putServerProfile, SERVER } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { saveFormDraft } from '#offline/drafts/form-draft.ts'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7
const theirs = {
  ...defaultProfile,
  preferred_name: 'Robin',
  about: 'A gardener',
  tone: 'dry',
  updated_at: '2026-01-01',
}

function Page({ userId }: { userId: number }) {
  const [known, shown] = [useKnownProfile(), useChatProfile()]
  const stored = useStoredFormDraft({ userId, draftKey: 'profile/form/about' })
  return (
    <>
      <output>{`${known === null ? 'unknown' : 'known'} ${shown.unsaved_chats_days}`}</output>
      {known && stored && <AboutForm profile={known} stored={stored} />}
    </>
  )
}

test('the form is shown once the server’s values are loaded, and sends only what was typed, whatever arrives later', async () => {
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const db = database()
  // A new device on which something was chosen already.
  await enqueueProfileChange(db, userId, { unsaved_chats_days: 7 })
  const page = await render(<Page userId={userId} />)
  await vi.waitFor(() => expect(page.textContent).toBe('unknown 7'))
  await putServerProfile(db, userId, { ...theirs, about: '' })
  await vi.waitFor(() => expect(page.textContent).toMatch(/^known 7/))
  // Another device writes more after the form was filled.
  await putServerProfile(db, userId, { ...theirs, updated_at: '2026-01-02' })
  const save = () => interact(() => page.querySelector('form')?.requestSubmit())
  const field = await waitToRender(
    () => page.querySelector<HTMLInputElement>('[name="tone"]') ?? expect.fail('no field'),
  )
  const sent = async () => (await readEntries(db, userId)).slice(1).map(({ body }) => body)
  await typeInto(field, 'warm')
  await save()
  await vi.waitFor(async () => expect(await sent()).toEqual([{ tone: 'warm' }]))
  await vi.waitFor(() => expect(page.textContent).toContain('Saved'))
  await typeInto(field, 'dry')
  await save()
  await vi.waitFor(async () => expect(await sent()).toEqual([{ tone: 'dry' }]))
  // "Saved" is not said of what was typed while earlier values were being saved.
  const stored = Promise.withResolvers<void>()
  const holding = db.transaction('rw', db.outbox, () => Dexie.waitFor(stored.promise))
  const saves = () => page.querySelector('[data-pending]') !== null
  await typeInto(field, 'short')
  await save()
  await vi.waitFor(() => expect(saves()).toBe(true))
  await typeInto(field, 'shorter')
  stored.resolve()
  await holding
  await vi.waitFor(() => expect(saves()).toBe(false))
  expect(await sent()).toEqual([{ tone: 'short' }])
  expect(page.textContent).not.toContain('Saved')
  expect((await db.profiles.get([userId, SERVER]))?.profile?.about).toBe('A gardener')
})

test('what was typed and not saved is there again, without undoing what another device changed, and can be discarded', async () => {
  // The profile of the other test's user may still be in memory.
  const userId = 8
  adopt({ generation: 2, session: { ...makeAuthenticated(userId), generation: 2 } })
  const db = database()
  const draft = () => db.drafts.get([userId, 'profile/form/about'])
  await putServerProfile(db, userId, theirs)
  const open = async () => {
    const page = await render(<Page userId={userId} />)
    const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(name)
    await waitToRender(() => field('about'))
    return { page, field }
  }
  const first = await open()
  await typeInto(first.field('about'), 'A gardener with bees')
  await vi.waitFor(async () => expect((await draft())?.text).toBe('{"about":"A gardener with bees"}'))
  await putServerProfile(db, userId, { ...theirs, tone: 'warm', updated_at: '2026-01-02' })

  const second = await open()
  expect(second.field('about').value).toBe('A gardener with bees')
  expect(second.field('tone').value).toBe('warm')
  expect(second.page.textContent).toContain('Here is what you had begun and not finished.')
  const discard = [...second.page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Discard')
  await interact(() => discard?.click())
  expect(second.field('about').value).toBe('A gardener')
  await vi.waitFor(async () => expect(await draft()).toBeUndefined())

  await typeInto(second.field('about'), 'A baker')
  await vi.waitFor(async () => expect(await draft()).toBeDefined())
  await interact(() => second.page.querySelector('form')?.requestSubmit())
  await vi.waitFor(async () => expect((await readEntries(db, userId))[0]?.body).toEqual({ about: 'A baker' }))
  await vi.waitFor(async () => expect(await draft()).toBeUndefined())
})

test('a field that was not typed into follows what another device changes, and the rest of the form keeps what was typed', async () => {
  const userId = 9
  adopt({ generation: 3, session: { ...makeAuthenticated(userId), generation: 3 } })
  const db = database()
  await putServerProfile(db, userId, theirs)
  const page = await render(<Page userId={userId} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(name)
  await waitToRender(() => field('about'))
  await typeInto(field('tone'), 'warm')
  const changed = { ...theirs, about: 'A gardener with bees', tone: 'short', updated_at: '2026-01-02' }
  await putServerProfile(db, userId, changed)
  await vi.waitFor(() => expect(field('about').value).toBe('A gardener with bees'))
  expect(field('tone').value).toBe('warm')
  const save = () => interact(() => page.querySelector('form')?.requestSubmit())
  await save()
  const sent = async () => (await readEntries(db, userId)).map(({ body }) => body)
  await vi.waitFor(async () => expect(await sent()).toEqual([{ tone: 'warm' }]))
  await vi.waitFor(() => expect(page.textContent).toContain('Saved'))
  await typeInto(field('about'), 'A gardener with bees and hens')
  await save()
  await vi.waitFor(async () => expect((await sent()).at(-1)).toMatchObject({ about: 'A gardener with bees and hens' }))
})

test('discarding what was restored shows what another device has written since', async () => {
  const userId = 10
  adopt({ generation: 4, session: { ...makeAuthenticated(userId), generation: 4 } })
  const db = database()
  await putServerProfile(db, userId, theirs)
  await saveFormDraft(db, userId, 'profile/form/about', { about: 'A baker' })
  const page = await render(<Page userId={userId} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(name)
  await waitToRender(() => expect(field('about').value).toBe('A baker'))
  await putServerProfile(db, userId, { ...theirs, about: 'A cook', tone: 'warm', updated_at: '2026-01-02' })
  await vi.waitFor(() => expect(field('tone').value).toBe('warm'))
  const discard = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Discard')
  await interact(() => discard?.click())
  expect(field('about').value).toBe('A cook')
})
