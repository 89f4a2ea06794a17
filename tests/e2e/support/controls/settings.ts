import { getProfile, listSessions } from '#contract/endpoints/accounts.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { getChatProfile } from '#contract/endpoints/companion.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { ApiUser } from '../../../../scripts/demo/api-user.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { navigate } from '../browser/navigate.ts'
import { failedRequests } from '../browser/page-watch.ts'
import { storedQuestions } from '../stored-questions.ts'
import { ControlWalk } from './control-walk.ts'
import { settingsPlaces, steps } from './settings-screens.ts'
import { siteFrame } from './site-frame.ts'

/** Adds a voice to the device, because headless browsers have none. */
function addVoice(): void {
  const voice = { voiceURI: 'walk-voice', name: 'Voice of the walk', lang: 'en-GB', localService: true, default: true }
  Object.defineProperty(speechSynthesis, 'getVoices', { value: () => [voice] })
}

/** Checks the controls of the five sections of the settings. */
export async function walkSettings(app: App): Promise<void> {
  const { page, server, watch } = app
  const walk = new ControlWalk(page, settingsPlaces, siteFrame)
  const client = createTestClient(server.url)
  const user = await app.makeUser()
  const token = user.authenticated.access
  await user.chat(['A question'], 'Our chat')
  for (let device = 0; device < 2; device++) await ApiUser.login(server.url, user.credentials)
  const other = await ApiUser.login(server.url, user.credentials)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const stored = () => client.call(getChatProfile, { token })
  const sessions = async (access = token) => (await client.call(listSessions, { token: access })).results.length
  const open = (section: string) => navigate(page, `/settings?section=${section}`)
  await page.addInitScript(addVoice)
  await app.signIn(user)

  await walk.step(steps.language, async () => {
    await page.goto('/settings?section=general')
    await walk.at('general')
    const mails = 'Language of emails and notifications'
    const ofMails = async () => (await client.call(getProfile, { token })).profile.language
    const choose = (group: string, name: string) =>
      page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name }).check()
    await choose('Language', 'Español')
    await walk.at('the question after another language')
    await button('Sí').click()
    await expect.poll(ofMails).toBe('es')
    await choose('Idioma', 'English')
    await expect.poll(ofMails).toBe('en')
    // The server changes before the page does: while "Español" is still selected there, choosing it has no effect.
    await expect(
      page.getByRole('group', { name: mails, exact: true }).getByRole('radio', { name: 'English' }),
    ).toBeChecked()
    await choose(mails, 'Español')
    await expect.poll(ofMails).toBe('es')
  })

  await walk.step(steps.newsletter, async () => {
    await page.getByRole('switch', { name: 'Wealth-signals newsletter' }).click()
    await expect.poll(async () => (await client.call(getProfile, { token })).receive_newsletters).toBe(true)
  })

  await walk.step(steps.conversation, async () => {
    await open('conversation')
    await walk.at('conversation')
    await page.getByRole('combobox', { name: 'Text-to-speech voice' }).click()
    await page.getByRole('option', { name: /Voice of the walk/ }).click()
    for (const name of ['Read answers aloud automatically', 'Show message scores', 'Show reasoning', 'Enter sends']) {
      await page.getByRole('switch', { name }).click()
    }
    const changed = {
      voice: 'walk-voice',
      autoplay: true,
      show_scores: false,
      show_reasoning: false,
      enter_sends: false,
    }
    await expect.poll(stored).toMatchObject(changed)
  })

  await walk.step(steps.expiry, async () => {
    await open('sessions')
    await walk.at('sessions')
    const days = async () => (await stored()).unsaved_chats_days
    for (const [name, value] of [
      ['7 days', 7],
      ['90 days', 90],
      ['Never', null],
      ['30 days', 30],
    ] as const) {
      await page.getByRole('radio', { name }).check()
      await expect.poll(days).toBe(value)
    }
  })

  await walk.step(steps.devices, async () => {
    expect(await sessions()).toBe(4)
    await button(/^Log out (?!all)/)
      .first()
      .click()
    await walk.at('Log out this device?')
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => sessions()).toBe(3)
    await button('Log out all other devices').click()
    await walk.at('Log out all other devices?')
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => sessions()).toBe(1)
    expect((await client.reply(listSessions, { token: other.authenticated.access })).status).toBe(401)
  })

  await walk.step(steps.history, async () => {
    await button('Clear history…').click()
    await walk.at('Clear your history?')
    await page.getByRole('checkbox', { name: 'Saved chats too' }).check()
    await walk.at('Clear your history, saved chats too?')
    await button('Delete all chats').click()
    await expect.poll(async () => (await client.call(listChats, { token })).results).toEqual([])
  })

  await walk.step(steps.profile, async () => {
    await open('profile-memory')
    const filled = { preferred_name: 'Robin', tone: 'short', about: 'A nurse' }
    await page.getByLabel('Preferred name').fill(filled.preferred_name)
    await page.getByLabel('Tone').fill(filled.tone)
    await page.getByLabel('About me').fill(filled.about)
    await button('Save').click()
    await page.getByRole('switch', { name: 'Use memory' }).click()
    await expect.poll(stored).toMatchObject({ ...filled, memory_enabled: false })
    const facts = async () => (await stored()).memories.map(({ text }) => text)
    await page.getByRole('textbox', { name: 'New fact' }).fill('I have two cats')
    await button('Add').click()
    await expect.poll(facts).toEqual(['I have two cats'])
    await walk.at('profile-memory')
    await button('Edit: I have two cats').click()
    await walk.at('a fact being edited')
    await page.getByRole('textbox', { name: 'Fact', exact: true }).fill('I have three cats')
    await page.keyboard.press('Enter')
    await expect.poll(facts).toEqual(['I have three cats'])
    await button('Delete: I have three cats').click()
    await walk.at('a deleted fact')
    await button('Undo').click()
    // The message closes with an animation; until then its buttons exist beside those of the next one.
    await expect(button('Undo')).toHaveCount(0)
    await button('Delete: I have three cats').click()
    // Messages of earlier steps may still be shown.
    const forgotten = page.getByText('Forgotten: “I have three cats”').locator('..')
    await forgotten.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(facts).toEqual([])
  })

  await walk.step(steps.unsent, async () => {
    const send = '**/api/v1/companion/chat/'
    const json = { message: 'This is too large', code: 'payload_too_large' }
    watch.expect(failedRequests)
    await page.route(send, (route) => route.fulfill({ status: 413, json }))
    const chats = new Map<string, string>()
    for (const text of ['Sent alone', 'Sent with all', 'Discarded']) {
      await navigate(page, '/chat/new')
      await app.ask(text)
      await expect(app.said(text).getByText(/^Not sent/)).toBeVisible()
      chats.set(text, page.url().split('/').at(-1) ?? '')
    }
    await page.unroute(send)
    const received = (text: string) => storedQuestions(server.url, user, chats.get(text) ?? '')
    await open('sync-controls')
    await walk.at('what waits')
    const waiting = page.getByRole('listitem').filter({ hasText: 'Sent alone' })
    await expect(waiting.getByText('Not sent. This is too large')).toBeVisible()
    await button(/^Discard: .*Discarded/).click()
    await walk.at('Do not send this message?')
    await expect(dialog).toContainText('its words go back into the draft of its chat')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await button(/^Retry: .*Sent alone/).click()
    await expect.poll(() => received('Sent alone')).toEqual(['Sent alone'])
    await button('Retry all').click()
    await expect.poll(() => received('Sent with all')).toEqual(['Sent with all'])
    await expect(page.getByText('Everything is sent.')).toBeVisible()
    expect(await received('Discarded')).toEqual([])
    await navigate(page, `/chat/${chats.get('Discarded')}`)
    await expect(app.composer).toHaveValue('Discarded')
  })

  await walk.step(steps.erasing, async () => {
    await open('sync-controls')
    await walk.at('sync-controls')
    const { authenticated } = await ApiUser.login(server.url, user.credentials)
    await button('Erase…').click()
    await walk.at('Erase this device?')
    await button('Erase').click()
    await expect.poll(() => sessions(authenticated.access)).toBe(1)
    await expect(page).toHaveURL(/\/$/)
  })
  walk.finish()
}
