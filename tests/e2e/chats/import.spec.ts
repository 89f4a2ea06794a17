import { listChats } from '#contract/endpoints/chats.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { makeZip, plainChatGpt } from '../../unit/import/exports.ts'
import { expect, test } from '../fixtures.ts'
import { ControlWalk } from '../support/controls/control-walk.ts'
import { importPlaces, importStep } from '../support/controls/import-screens.ts'
import { siteFrame } from '../support/controls/site-frame.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

test('a user imports chats of ChatGPT from a ZIP file, reads them, and a second time nothing is new', async ({
  app,
  page,
  server,
}) => {
  const user = await app.makeUser()
  const token = user.authenticated.access
  const titles = async () =>
    (await createTestClient(server.url).call(listChats, { token })).results.map(({ title }) => title).sort()
  const chats = [plainChatGpt('c1'), { ...plainChatGpt('c2'), title: 'Egrets' }]
  const zip = makeZip({ 'conversations.json': JSON.stringify(chats), 'user.json': '{}' })
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer: Buffer.from(await zip.arrayBuffer()) }
  const choose = (selected: typeof file) => page.locator('input[type=file]').setInputFiles(selected)
  const walk = new ControlWalk(page, importPlaces, siteFrame)
  await app.signIn(user)
  await page.goto('/settings?section=sessions')
  await page.getByRole('link', { name: 'Import…' }).click()
  await walk.at('Import chats')

  await choose({ ...file, buffer: Buffer.from('<html>') })
  await expect(page.getByText('This is not an export of ChatGPT, Claude or Companion')).toBeVisible()
  await walk.step(importStep, async () => {
    await choose(file)
    await expect(page.getByText('2 chats, 8 messages')).toBeVisible()
    await walk.at('the summary of an import')
    await expectAccessible(app)
    expect(await titles()).toEqual([])
    await page.getByRole('button', { name: 'Import 2 chats' }).click()
    await expect(page.getByText('2 chats were imported, with 8 messages')).toBeVisible()
    await walk.at('an import that has ended')
    expect(await titles()).toEqual(['Egrets', 'Herons'])
  })
  walk.finish()

  await page.getByRole('button', { name: 'Another file' }).click()
  await choose(file)
  await expect(page.getByText('2 chats are here already')).toBeVisible()
  await expect(page.getByText('There is nothing new in this file.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden()
  await page.goto('/chat')
  await page.getByRole('link', { name: /Egrets/ }).click()
  await expect(page.getByText('A wading bird')).toBeVisible()
})
