import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { careChats, readCareClosed, watchForCare } from '#features/chat/care/care.ts'
import { findCountry } from '#features/chat/care/find-country.ts'
import { COMPARED_ON, emergencyOf, helpCountries, helpLines } from '#features/chat/care/help-lines.ts'
import { LazyCare } from '#features/chat/care/lazy-care.tsx'
import { database } from '#offline/database/database.ts'
import { entryStored } from '#offline/outbox/entry-events.ts'
import { signIn } from '#session/session-actions.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { messageEntry } from '#support/device/outbox-entry.ts'
import { makeAuthenticated } from '#support/users/make-user.ts'

function said(chatId: string, content: string) {
  const entry = messageEntry(chatId)
  return { ...entry, body: { ...entry.body, content } }
}

async function open(care_card = true, chatId = 'a-chat') {
  queryClient.setQueryData(configQuery.queryKey, { care_card } as PublicConfig)
  careChats.set(new Set())
  await database().device.clear()
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  const page = await render(
    <>
      <form>
        <textarea />
      </form>
      <LazyCare chatId={chatId} />
    </>,
  )
  const field = page.querySelector('textarea') ?? expect.fail('no field')
  return { page, field, fetched, card: () => page.querySelector('section') }
}

test('a user who types that they want to die sees lines to call after a pause, and nobody is told', async () => {
  const { page, field, fetched, card } = await open()
  await typeInto(field, 'I want to die')
  await vi.waitFor(() => expect(card()).not.toBeNull())
  expect(page.querySelector('a[href="https://findahelpline.com"]')).not.toBeNull()
  expect(card()?.textContent).toContain('Nobody is told.')
  expect(fetched).not.toHaveBeenCalled()

  const close = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')
  await interact(() => close?.click())
  expect(card()).toBeNull()
  // All that stays on the device is that it was closed.
  await vi.waitFor(async () => expect(await readCareClosed()).toBeGreaterThan(0))
})

test('the field has the focus after the card was closed with the keyboard', async () => {
  const { page, field, card } = await open()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await typeInto(field, 'I want to die')
  await vi.waitFor(() => expect(card()).not.toBeNull())
  const close = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')
  await interact(() => {
    close?.focus()
    close?.click()
  })
  expect(card()).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
})

test('nothing of what is typed in a temporary chat stays on the device', async () => {
  const { page, field, card } = await open(true, 'temporary')
  await typeInto(field, 'I want to die, quizzaciously')
  await vi.waitFor(() => expect(card()).not.toBeNull())
  const close = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')
  await interact(() => close?.click())
  await vi.waitFor(async () => expect(await readCareClosed()).toBeGreaterThan(0))
  const tables = await Promise.all(database().tables.map((table) => table.toArray()))
  const stored = JSON.stringify([tables, { ...localStorage }, { ...sessionStorage }])
  expect(stored).toContain('care_closed')
  expect(stored).not.toMatch(/quizz|die|temporary/)
})

test('a sent message is read too, those of other chats are not', async () => {
  const { card } = await open()
  entryStored(said('another-chat', 'me quiero matar'))
  entryStored(said('a-chat', 'me quiero matar'))
  await vi.waitFor(() => expect(card()).not.toBeNull())
  expect([...careChats.get()]).toEqual(['a-chat'])
})

test('a chat that is left while its text is read opens no card', async () => {
  careChats.set(new Set())
  let resolve = () => {}
  const held = new Promise<undefined>((done) => {
    resolve = () => done(undefined)
  })
  const reading = vi.spyOn(database().device, 'get').mockReturnValue(held as never)
  onTestFinished(() => reading.mockRestore())
  const stop = watchForCare('temporary')
  entryStored(said('temporary', 'I want to die'))
  await vi.waitFor(() => expect(reading).toHaveBeenCalledWith('care_closed'))
  stop()
  await interact(resolve)
  expect([...careChats.get()]).toEqual([])
})

test('the cards of one user are not those of the next one in the same tab', async () => {
  await signIn(makeAuthenticated(7))
  const { card } = await open()
  entryStored(said('a-chat', 'me quiero matar'))
  await vi.waitFor(() => expect(card()).not.toBeNull())
  await interact(() => signIn(makeAuthenticated(8)))
  expect(card()).toBeNull()
})

test('nothing is read where the operator has switched it off', async () => {
  const { card } = await open(false)
  entryStored(said('a-chat', 'I want to die'))
  const listening = vi.spyOn(document, 'addEventListener')
  onTestFinished(() => listening.mockRestore())
  await interact(() => undefined)
  expect(listening).not.toHaveBeenCalledWith('input', expect.anything())
  expect(card()).toBeNull()
})

test.each([
  ['Europe/Madrid', ['en-US'], 'ES'],
  ['America/Argentina/Cordoba', ['es-AR'], 'AR'],
  ['America/Toronto', ['fr-CA'], 'CA'],
  ['Australia/Perth', ['en'], 'AU'],
  ['Asia/Tokyo', ['en-US'], undefined],
  ['UTC', ['en', 'en-GB'], 'GB'],
  ['UTC', ['ja-JP'], undefined],
])('the device in %s with %j is in %s', (zone, languages, country) => {
  expect(findCountry(zone, languages)).toBe(country)
})

test.each([
  ['America/Indiana/Indianapolis America/Indianapolis America/Fort_Wayne America/Indiana/Knox America/Knox_IN', 'US'],
  ['America/Kentucky/Louisville America/Louisville America/North_Dakota/Center America/Juneau America/Shiprock', 'US'],
  ['America/Argentina/Cordoba America/Cordoba America/Rosario America/Argentina/Mendoza America/Mendoza', 'AR'],
  ['America/Jujuy America/Catamarca America/Argentina/ComodRivadavia America/Buenos_Aires', 'AR'],
  ['America/Toronto America/Montreal America/Thunder_Bay America/Yellowknife America/Coral_Harbour', 'CA'],
  ['America/Tijuana America/Ensenada America/Santa_Isabel America/Matamoros America/Bahia_Banderas', 'MX'],
  ['America/Santiago America/Punta_Arenas Pacific/Easter', 'CL'],
  ['Pacific/Auckland Pacific/Chatham', 'NZ'],
  ['Europe/London Europe/Belfast', 'GB'],
])('a device in one of the time zones %s, under its present or its former name, is in %s', (zones, country) => {
  for (const zone of zones.split(' ')) expect(findCountry(zone, ['ja-JP']), zone).toBe(country)
})

test('each country has an emergency number, and each line a number that can be called and a source', () => {
  expect(COMPARED_ON).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  for (const country of helpCountries) expect(emergencyOf(country), country).toMatch(/^\d{3}$/)
  for (const { number, source } of helpLines) {
    expect(number).toMatch(/^[\d*() -]{3,}$/)
    expect(source).toMatch(/^https:/)
  }
})

test('the README says when the numbers were compared, and that this was not done with their sources', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(readme).toContain(
    `were compared on ${COMPARED_ON} with stored copies of public pages, but not with their sources`,
  )
})
