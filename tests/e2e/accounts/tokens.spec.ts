import { createServer, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, testOnline, test as testWithWorker } from '../fixtures.ts'
import { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

/** A proxy before the server that counts refreshes and decides whether their responses arrive. */
interface Gate {
  url: string
  refreshes: number
  /** `lost`: the refresh is carried out but its response is cut off; `refused`: every token is invalid. */
  fate: 'answered' | 'lost' | 'refused'
}

const behindGate: Parameters<typeof testOnline.extend<{ gate: Gate }>>[0] = {
  gate: async ({ server }, use) => {
    const front = createServer((incoming, outgoing) => {
      const isRefresh = incoming.url === '/api/v1/accounts/token/refresh/' && incoming.method === 'POST'
      if (isRefresh) gate.refreshes += 1
      const { fate } = gate
      if (fate === 'refused' && (isRefresh || incoming.headers.authorization)) return refuse(outgoing)
      const { host } = new URL(server.url)
      const options = { method: incoming.method, headers: { ...incoming.headers, host } }
      const onward = forward(new URL(incoming.url ?? '/', server.url), options, (answer) => {
        if (isRefresh && fate === 'lost') return void answer.resume().on('end', () => outgoing.destroy())
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port } = front.address() as AddressInfo
    const gate: Gate = { url: `http://127.0.0.1:${port}`, refreshes: 0, fate: 'answered' }
    await use(gate)
    front.closeAllConnections()
    front.close()
  },
  baseURL: async ({ gate }, use) => use(gate.url),
}
const test = testOnline.extend<{ gate: Gate }>(behindGate)
const testInstalled = testWithWorker.extend<{ gate: Gate }>(behindGate)

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ message: 'The session has ended', code: 'token_not_valid' }))
}

/** Simulates an expired access token, which the server refuses. */
const expired = ({ authenticated, credentials }: ApiUser) =>
  ({ authenticated: { ...authenticated, access: `${authenticated.access}x` }, credentials }) as ApiUser

async function tokens(page: Page) {
  const { local, rows } = await readBrowserStorage(page)
  const mirror = JSON.parse(local['auth-storage'] ?? 'null')
  const [record] = (rows['companion.session'] ?? []) as { generation: number; refresh: string | null }[]
  return { mirror, record }
}

async function logIn(page: Page, { credentials }: ApiUser): Promise<void> {
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('two tabs with an expired token refresh it once, and both continue', async ({
  app,
  page,
  context,
  server,
  watch,
  gate,
}) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const chatId = await user.chat(['Known to the server'])
  await app.signIn(expired(user))
  const other = new App(await context.newPage(), server, watch)
  await Promise.all([page.goto(`/chat/${chatId}`), other.page.goto(`/chat/${chatId}`)])
  for (const each of [app, other]) await expect(each.said('Known to the server')).toBeVisible()
  expect(gate.refreshes).toBe(1)
  const { mirror, record } = await tokens(page)
  expect(record?.refresh).not.toBe(user.authenticated.refresh)
  expect(mirror).toMatchObject({ version: record?.generation, state: { refreshToken: record?.refresh } })
})

test('a refresh whose response is lost signs nobody out, and the next one succeeds', async ({
  app,
  page,
  watch,
  gate,
}) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const chatId = await user.chat(['Still here'])
  await app.signIn(expired(user))
  gate.fate = 'lost'
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByRole('main')).toBeVisible()
  await expect.poll(() => gate.refreshes).toBeGreaterThan(0)
  await expect(page).toHaveURL(new RegExp(chatId))
  gate.fate = 'answered'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(app.said('Still here')).toBeVisible()
  await app.ask('And I can write')
  await expect(app.said('You said: And I can write')).toBeVisible()
})

testInstalled(
  'a refused refresh leads to the login and back, and what waits is sent only as whose it is',
  async ({ app, page, watch, gate, model }) => {
    test.setTimeout(90_000)
    watch.expect(failedRequests)
    const [ana, eva] = [await app.makeUser(), await app.makeUser()]
    const chatId = await ana.chat(['A first question'], 'Ours')
    await app.signIn(ana)
    await page.goto(`/chat/${chatId}`)
    await expect(app.said('A first question')).toBeVisible()
    await app.untilOfflineReady()

    await test.step('what was written offline waits, and the session ends when the network comes back', async () => {
      await app.goOffline()
      await app.ask('For nobody but Ana')
      gate.fate = 'refused'
      await app.goOnline()
      await expect(page).toHaveURL(new RegExp(`/auth/login\\?redirect=${encodeURIComponent(`/chat/${chatId}`)}`))
      expect(await tokens(page)).toMatchObject({ mirror: { state: { user: null } }, record: { refresh: null } })
    })

    const asked = () => model.requests.map(({ messages }) => messages.at(-1)?.content)
    await test.step('another user sees nothing of it and sends nothing of it', async () => {
      gate.fate = 'answered'
      await page.goto('/auth/login')
      await logIn(page, eva)
      await expect(app.composer).toBeVisible()
      await app.ask('This is Eva')
      await expect(app.said('You said: This is Eva')).toBeVisible()
      await expect(page.getByText('For nobody but Ana')).toHaveCount(0)
      expect(asked()).not.toContain('For nobody but Ana')
      await app.signOut()
      await expect(page).toHaveURL(/\/(?:auth\/login)?(?:\?|$)/)
    })

    await test.step('its own user finds it, and it is sent once', async () => {
      await page.goto(`/auth/login?redirect=${encodeURIComponent(`/chat/${chatId}`)}`)
      await logIn(page, ana)
      await expect(page).toHaveURL(new RegExp(chatId))
      await expect(app.said('You said: For nobody but Ana')).toBeVisible()
      expect(asked().filter((content) => content === 'For nobody but Ana')).toHaveLength(1)
    })
  },
)

test('a user whose localStorage or IndexedDB was lost is still signed in, and it is restored', async ({
  app,
  page,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await expect.poll(async () => (await tokens(page)).record?.generation).toBeGreaterThan(0)
  for (const lost of ['localStorage', 'IndexedDB'] as const) {
    await test.step(lost, async () => {
      const before = await tokens(page)
      await page.goto('/manifest.webmanifest')
      if (lost === 'localStorage') await page.evaluate(() => localStorage.clear())
      else
        await page.evaluate(
          () => new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('companion'), { onsuccess: resolve })),
        )
      await page.goto('/chat/new')
      await expect(app.composer).toBeVisible()
      await expect
        .poll(() => tokens(page))
        .toMatchObject({
          mirror: { state: { refreshToken: before.mirror.state.refreshToken } },
          record: { refresh: before.mirror.state.refreshToken },
        })
      const notice = page.getByText('This browser had cleared what was kept on this device.')
      await expect(notice).toHaveCount(lost === 'IndexedDB' ? 1 : 0)
    })
  }
})
