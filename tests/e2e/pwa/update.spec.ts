import { expect, test } from '../fixtures.ts'
import { forgetFiles } from '../support/browser/clear-cached-files.ts'
import { chunkErrors, openPart } from '../support/browser/open-part.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { isNewer, NewerBuild } from '../support/servers/newer-build.ts'

test('accepting an update loses no draft, unsent message or running answer, and leaves other tabs alone', async ({
  app,
  page,
  server,
  context,
  watch,
  model,
}) => {
  test.setTimeout(90_000)
  const front = await NewerBuild.before(server.url)
  try {
    await app.signIn(await app.makeUser(), front.url)
    const answer = model.next({ tokens: ['The beginning', ' and the end'], holdAt: 1 })
    await page.goto(`${front.url}/chat/new`)
    await app.untilOfflineReady()
    await app.ask('Tell me something long')
    await expect(app.said('The beginning')).toBeVisible()
    const running = page.url()
    const other = await context.newPage()
    await other.goto(running)
    const otherField = other.getByRole('textbox', { name: 'Message' })
    await otherField.fill('Typed in the other tab')
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready')).toBeVisible()

    watch.expect(failedRequests)
    await context.setOffline(true)
    await app.openList()
    await page.getByRole('link', { name: 'New chat' }).click()
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
    await app.ask('Written in a tunnel')
    await expect(app.said('Written in a tunnel').getByText(/Waiting/)).toBeVisible()
    // The update is accepted before the debounce of the draft has ended.
    await app.composer.pressSequentially('Half a thou')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(page)).toBe(true)

    await expect(app.composer).toHaveValue('Half a thou')
    await expect(app.said('Written in a tunnel').getByText(/Waiting/)).toBeVisible()
    expect(await isNewer(other)).toBe(false)
    await expect(otherField).toHaveValue('Typed in the other tab')
    await other.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(other)).toBe(true)
    await expect(otherField).toHaveValue('Typed in the other tab')
    await context.setOffline(false)
    await expect(app.said('You said: Written in a tunnel')).toBeVisible()
    answer.release()
    await page.goto(running)
    await expect(app.said('The beginning and the end')).toBeVisible()
    await expect(page.getByText('A new version is ready')).toBeHidden()
  } finally {
    front.close()
  }
})

test('an update can be dismissed, and accepted later although its worker was stopped and the server is down', async ({
  server,
  page,
  app,
  watch,
}) => {
  const front = await NewerBuild.before(server.url)
  try {
    await page.goto(`${front.url}/information`)
    await app.untilOfflineReady()
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('A new version is ready')).toBeHidden()
    await page.reload()
    await expect(page.getByText('A new version is ready')).toBeVisible()
    expect(await isNewer(page)).toBe(false)

    const cdp = await page.context().newCDPSession(page)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    watch.expect(failedRequests)
    front.close()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(page)).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  } finally {
    front.close()
  }
})

test('an update is offered again to a user who refuses to leave a temporary chat for it', async ({
  app,
  page,
  server,
}) => {
  const front = await NewerBuild.before(server.url)
  try {
    await app.signIn(await app.makeUser(), front.url)
    await page.goto(`${front.url}/chat/temporary`)
    await app.untilOfflineReady()
    await app.ask('Only here')
    await expect(app.said('You said: Only here')).toBeVisible()
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    page.once('dialog', (question) => question.dismiss())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('A new version is ready')).toBeHidden()
    await expect(page.getByText('A new version is ready')).toBeVisible()
    await expect(app.said('You said: Only here')).toBeVisible()
    page.once('dialog', (question) => question.accept())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => isNewer(page)).toBe(true)
  } finally {
    front.close()
  }
})

test('a missing chunk of the old build installs the waiting build once, and a draft is kept', async ({
  app,
  page,
  server,
  watch,
}) => {
  watch.expect(failedRequests)
  watch.expect(chunkErrors)
  const front = await NewerBuild.before(server.url)
  try {
    await app.signIn(await app.makeUser(), front.url)
    await page.goto(`${front.url}/chat/new`)
    await app.untilOfflineReady()
    front.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready')).toBeVisible()
    await app.composer.fill('Not to be lost')
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
      front.remove(null)
    })
    front.remove(/\/information-/)
    await forgetFiles(page, '/information-')
    await openPart(page)
    await expect.poll(() => isNewer(page)).toBe(true)
    await expect(page).toHaveTitle(/^About Companion/)
    expect(loads).toBe(1)
    await page.goto(`${front.url}/chat/new`)
    await expect(app.composer).toHaveValue('Not to be lost')
  } finally {
    front.close()
  }
})
