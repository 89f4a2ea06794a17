import { type MailServer, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { expect, testOnline as shared } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
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

test('a user changes the address by the mailed link, and undoes it from the old mailbox', async ({
  app,
  page,
  post,
}) => {
  await page.goto('/auth/register')
  const { email: old } = await app.register()
  await expect(page).not.toHaveURL(/register/)
  /** The newest mail to this address with this subject, once it has come. */
  const mailTo = async (email: string, subject: RegExp) => {
    const found = () =>
      post.mails.findLast((mail) => mail.recipients.includes(email) && subject.test(mail.subject ?? ''))
    await expect.poll(found).toBeDefined()
    return { text: found()?.text }
  }
  const first = await mailTo(old, /Confirm your address/)
  await page.goto(`/check#verify=${tokenIn(first)}`)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

  const email = `new-${old}`
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('textbox', { name: 'New address' }).fill(email)
  await expectAccessible(app)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Waiting for ${email}`)).toBeVisible()

  const tab = await app.context.newPage()
  await tab.goto(`/check#email=${tokenIn(await mailTo(email, /Confirm your new address/))}`)
  await tab.getByRole('button', { name: 'Use this address' }).click()
  await expect(tab.getByRole('heading', { name: 'Your address is changed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Email' }).getByText(email)).toBeVisible()
  await expect(page.getByText('Waiting for')).toHaveCount(0)

  const told = await mailTo(old, /address of your account was changed/)
  expect(told.text).not.toContain(email)
  await tab.goto(`/check#email=${tokenIn(told)}`)
  // The session of this browser ends with the undo.
  app.watch.expect(failedRequests)
  await tab.getByRole('button', { name: 'Undo the change' }).click()
  await expect(tab.getByRole('heading', { name: 'Your old address is back' })).toBeVisible()
  const restored = await mailTo(old, /opens your account again/)
  await tab.goto(`/auth/reset-password#token=${tokenIn(restored)}`)
  await expect(tab.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
})
