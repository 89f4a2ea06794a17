import { type MailServer, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { expect, testOnline as shared } from '../fixtures.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

const test = shared.extend<{ post: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  post: async ({}, use) => {
    const post = await startMailServer()
    await use(post)
    await post.close()
  },
  ownServer: async ({ post }, use) => use({ env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@example.org>' } }),
})

test('a visitor confirms the address in another tab where mails are sent, and the trial begins by itself in the first', async ({
  app,
  page,
  post,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: /free/ }).first().click()
  await expect(page.getByText('Your free trial begins when you have confirmed your address.')).toBeVisible()
  const { email } = await app.register()
  await expect(page).toHaveURL(/\/subscriptions\/free-trial\/subscribe$/)
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start free' })).toHaveCount(0)
  await expectAccessible(app)
  const links = () =>
    post.mails.filter(({ recipients, text }) => recipients.includes(email) && /#verify=/.test(text ?? ''))
  await expect.poll(() => links().length).toBe(1)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('Sent. Look for it in your mail')).toBeVisible()
  await expect.poll(() => links().length).toBe(2)

  const tab = await app.context.newPage()
  await tab.goto(`/check#verify=${tokenIn(links().at(-1) ?? {})}`)
  await tab.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(tab.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(page).toHaveURL(/\/chat\/new$/)
  await app.ask('What is a confirmed address good for?')
  // The tab of the link notices that there is nothing to go on with.
  await expect(tab.getByRole('link', { name: 'Go to the chat' })).toBeVisible()
})
