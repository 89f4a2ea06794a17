import { listAllModels } from '#contract/endpoints/admin.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { getChatProfile } from '#contract/endpoints/companion.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { navigate } from '../browser/navigate.ts'
import { giveRole } from '../give-role.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'

/** The models of the test's server, the default first. */
export const walkedModels = [
  { id: 'swift', label: 'Swift' },
  { id: 'thinker', label: 'Thinker' },
]

const steps = {
  chat: 'a model is chosen in a chat',
  setting: 'the model for other chats is chosen in the settings',
  admin: 'an admin switches a model off',
}

const places: Places = {
  'a chat with a choice of models': { shows: ['button Model: *'] },
  'the models of a chat': {
    shows: ['button Model: *'],
    changes: { 'menuitemradio Swift *': inStep(steps.chat), 'menuitemradio Thinker *': inStep(steps.chat) },
  },
  'the conversation with a choice of models': { changes: { 'combobox Your model': inStep(steps.setting) } },
  'the models in the admin panel': {
    changes: { 'switch Swift (the default)': inStep(steps.admin), 'switch Thinker': inStep(steps.admin) },
  },
}

/** Controls that are there without a choice of models too: the walks of their screens check them. */
const others = /^(?!button Model: |menuitemradio |combobox Your model|switch (?:Swift|Thinker))/

/** Checks the controls that are present only where a server has several models. */
export async function walkModels(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, { shows: [others] })
  const client = createTestClient(server.url)
  const user = await giveRole(server, await app.makeUser(), 'admin')
  const token = user.authenticated.access
  const picker = page.getByRole('button', { name: /^Model: / })
  const pick = async (label: string) => {
    await picker.click()
    await page.getByRole('menuitemradio', { name: new RegExp(`^${label}`) }).click()
  }
  await app.signIn(user)

  await walk.step(steps.chat, async () => {
    const selected = async () => (await client.call(listChats, { token })).results.map(({ model }) => model)
    await page.goto('/chat/new')
    await walk.at('a chat with a choice of models')
    await picker.click()
    await walk.at('the models of a chat')
    await page.keyboard.press('Escape')
    await pick('Thinker')
    await app.ask('Slowly?')
    await expect(app.said('You said: Slowly?')).toBeVisible()
    await expect.poll(selected).toEqual(['thinker'])
    await pick('Swift')
    await expect.poll(selected).toEqual(['swift'])
  })

  await walk.step(steps.setting, async () => {
    await navigate(page, '/settings?section=conversation')
    await walk.at('the conversation with a choice of models')
    await page.getByRole('combobox', { name: 'Your model' }).click()
    await page.getByRole('option', { name: 'Thinker' }).click()
    await expect.poll(async () => (await client.call(getChatProfile, { token })).model).toBe('thinker')
  })

  await walk.step(steps.admin, async () => {
    const enabled = async () => (await client.call(listAllModels, { token })).map(({ is_enabled }) => is_enabled)
    await page.goto('/admin-panel')
    await walk.at('the models in the admin panel')
    const model = (name: string | RegExp) => page.getByRole('switch', { name })
    await model('Thinker').click()
    await expect.poll(enabled).toEqual([true, false])
    await model('Thinker').click()
    await expect.poll(enabled).toEqual([true, true])
    await model(/^Swift/).click()
    await expect.poll(enabled).toEqual([false, true])
  })
  walk.finish()
}
