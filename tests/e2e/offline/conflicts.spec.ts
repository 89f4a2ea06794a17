import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { updateChat } from '#contract/endpoints/chats.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'

const rename = async (app: App, title: string) => {
  await app.page.getByRole('button', { name: 'More about this chat' }).click()
  await app.page.getByRole('menuitem', { name: 'Rename' }).click()
  await app.page.getByLabel('Title').fill(title)
  await app.page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(app.page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Opens a chat here; also returns API calls as another device of the same user. */
async function startWithChat(app: App, server: LiveServer) {
  const user = await app.makeUser()
  const chatId = await user.chat(['First question'], 'Ours')
  await app.signIn(user)
  await app.page.goto(`/chat/${chatId}`)
  await expect(app.said('First question')).toBeVisible()
  // Without a service worker, only what is loaded now is there without a network.
  await app.page.getByRole('button', { name: 'More about this chat' }).click()
  await app.page.getByRole('menuitem', { name: 'Rename' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(app.page.getByRole('dialog')).toHaveCount(0)
  return (method: string, body?: object, query = '') =>
    fetch(`${server.url}/api/v1${updateChat.path.replace('{id}', chatId)}${query}`, {
      method,
      headers: { authorization: `Bearer ${user.authenticated.access}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

test('a new name for a chat that another device has renamed, or deleted for good, is shown with what can be done', async ({
  app,
  page,
  server,
}) => {
  const elsewhere = await startWithChat(app, server)

  await test.step('the name that another device had given can be chosen', async () => {
    await app.goOffline()
    await rename(app, 'From here')
    await server.start()
    expect((await elsewhere('PATCH', { title: 'From there' })).status).toBe(200)
    await app.context.setOffline(false)
    await expect(
      page.getByText('On another device this chat was named “From there”. Now it is “From here”.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Use the other name' }).click()
    await expect(page.getByRole('heading', { name: 'From there', level: 1 })).toBeVisible()
    await expect.poll(async () => (await (await elsewhere('GET')).json()).title).toBe('From there')
  })

  await test.step('the new name of a deleted chat is shown until it is discarded', async () => {
    await app.goOffline()
    await rename(app, 'With care')
    await server.start()
    expect((await elsewhere('DELETE', undefined, '?permanent=true')).status).toBe(204)
    await app.context.setOffline(false)
    const told = page.getByText('Not saved: New title “With care”.')
    await expect(told).toBeVisible()
    await page.reload()
    await expect(told).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(told).toHaveCount(0)
    await expect(page.getByText('Chat not found')).toBeVisible()
  })
})

test.describe('on a phone, in Spanish', () => {
  // With the worker, whose files hold the code that finds the network gone: it is loaded after the first page.
  test.use({ locale: 'es-ES', viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' })

  test('a user without a plan sees what was not sent, with its text', async ({ app, page, server }) => {
    const user = await app.makeUser()
    const chatId = await user.chat(['Una pregunta'], 'Mío')
    await app.signIn(user)
    await page.goto(`/chat/${chatId}`)
    await expect(app.said('Una pregunta')).toBeVisible()
    await app.untilSynced()
    await app.untilOfflineReady()
    await app.goOffline()
    await app.ask('Sin enviar')
    await app.ask('Y otra más')
    await app.composer.fill('Un borrador a medias')
    const line = page.getByText(/· 2 pendientes/)
    await expect(line).toBeVisible()
    await expect(page.getByText(/Sin conexión\s+· copia de \d/)).toBeVisible()
    // The status line has a reserved height of one line, which a second line would exceed.
    const height = async () => (await page.locator('p', { has: line }).boundingBox())?.height
    expect(await height()).toBeLessThan(45)
    await app.context.setOffline(false)
    await expect(page.getByText(/Companion no responde\s+· copia de \d/)).toBeVisible()
    expect(await height()).toBeLessThan(45)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    // Before the server can be reached: the app looks for it at its own times, and would send with the plan.
    const db = new DatabaseSync(join(server.folder, 'companion.sqlite'))
    db.exec('PRAGMA busy_timeout = 5000')
    const ended = 'UPDATE subscriptions SET current_period_end = ? WHERE user_id = ?'
    db.prepare(ended).run(new Date(0).toISOString(), user.authenticated.user.id)
    db.close()
    await server.start()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('Para escribir a Companion necesitas un plan, y el tuyo ha terminado.')).toBeVisible()
    await expect(app.said('Sin enviar')).toBeVisible()
    const draft = page.getByRole('region', { name: 'Tu borrador' })
    await expect(draft).toContainText('Un borrador a medias')
    await app.said('Sin enviar').getByRole('button', { name: 'Descartar' }).click()
    await expect(draft).toContainText('Sin enviar')
    await page.reload()
    await expect(draft).toContainText('Un borrador a medias')
    await expect(draft.getByRole('button', { name: 'Copiar el borrador' })).toBeVisible()
  })
})
