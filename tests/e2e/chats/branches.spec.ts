import { randomUUID } from 'node:crypto'
import { getMessages, sendMessage } from '#contract/endpoints/chats.ts'
import type { Message } from '#contract/objects/chat.ts'
import type { ModelServer } from '#support/fakes/model-server.ts'
import { expect, test, testOnline } from '../fixtures.ts'
import type { App } from '../support/app.ts'

const long = 'An answer that is much longer than the screen.\n\n'.repeat(60).trim()

/** Opens a chat in which the second question was asked in two ways, the later one being shown. */
async function openBranches(app: App, model: ModelServer) {
  const { page } = app
  const user = await app.makeUser()
  const chatId = await user.chat(['First question'])
  const call = (path: string, body?: object) =>
    fetch(`${app.server.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${user.authenticated.access}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const stored = async () => {
    const reply = await call(`${getMessages.path.replace('{id}', chatId)}?limit=100`)
    return ((await reply.json()) as { messages: Message[] }).messages
  }
  const ask = (id: string, content: string, replaces?: string) =>
    call(sendMessage.path, { id, chat: chatId, content, ...(replaces ? { replaces } : {}) })
  const second = randomUUID()
  model.next({ tokens: [long] })
  await ask(second, 'Second question')
  await ask(randomUUID(), 'In other words', second)
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  const branches = page.getByRole('group', { name: 'Versions of this question' })
  await expect(branches).toContainText('2 of 2')
  return {
    branches,
    back: branches.getByRole('button', { name: 'Previous version' }),
    next: branches.getByRole('button', { name: 'Next version' }),
    pathThere: async () =>
      (await stored())
        .filter(({ role, superseded_by }) => role === 'user' && !superseded_by)
        .map(({ content }) => content),
  }
}

/** Pages to the earlier branch: the buttons and the focus stay where they are. */
async function pageBack(app: App, { branches, back, pathThere }: Awaited<ReturnType<typeof openBranches>>) {
  await expect(back).toBeInViewport()
  const before = await back.boundingBox()
  await back.click()
  await expect(app.said('An answer that is much longer')).toBeVisible()
  await expect(branches).toContainText('1 of 2')
  await expect(back).toBeFocused()
  expect((await back.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await expect.poll(pathThere).toEqual(['First question', 'Second question'])
}

testOnline.describe('on a phone', () => {
  testOnline.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  testOnline(
    'paging through the branches of a chat leaves the buttons and the focus where they are',
    async ({ app, model }) => pageBack(app, await openBranches(app, model)),
  )
})

test.describe('a chat with branches', () => {
  test('continues on the branch that the user selects, offline and after a reload', async ({ app, page, model }) => {
    const opened = await openBranches(app, model)
    const { branches, back, next, pathThere } = opened
    const told = () => model.requests.at(-1)?.messages.map(({ content }) => content)
    const toTop = () => page.getByRole('region', { name: 'Messages' }).evaluate((list) => list.scrollTo(0, 0))
    await app.untilOfflineReady()
    await test.step('paging leaves the buttons and the focus where they are', () => pageBack(app, opened))

    await test.step('a question is asked under what is shown, and the model gets that path', async () => {
      await app.ask('Third question')
      await expect(app.said('You said: Third question')).toBeVisible()
      expect(told()?.slice(1)).toEqual([
        ...['First question', 'You said: First question', 'Second question', long, 'Third question'],
      ])
      await page.reload()
      await expect(app.said('You said: Third question')).toBeVisible()
      await toTop()
      await expect(branches).toContainText('1 of 2')
    })

    await test.step('offline, both branches are there, and each keeps what was asked in it', async () => {
      await app.goOffline()
      await next.click()
      await expect(app.said('In other words')).toBeVisible()
      await app.ask('Asked offline')
      await back.click()
      await expect(app.said('Third question')).toBeAttached()
      await expect(app.said('Asked offline')).toHaveCount(0)
      await page.reload()
      await expect(app.said('Third question')).toBeVisible()
      await toTop()
      await next.click()
      await expect(app.said('Asked offline')).toBeVisible()
      await app.goOnline()
      await expect(app.said('You said: Asked offline')).toBeVisible()
      await expect.poll(pathThere).toEqual(['First question', 'In other words', 'Asked offline'])
      expect(told()?.slice(3)).toEqual(['In other words', 'You said: In other words', 'Asked offline'])
    })
  })
})
