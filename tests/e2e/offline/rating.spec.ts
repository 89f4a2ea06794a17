import { getMessages } from '#contract/endpoints/chats.ts'
import { listOffers, offerExchange } from '#contract/endpoints/ratings/ratings.ts'
import { acceptValidator, listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { mailsIn } from '#support/fakes/mail-folder.ts'
import { expect, test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { expectReflow } from '../support/expect-reflow.ts'

// Its own server: validators share the exchanges of all users.
test.use({ ownServer: {}, viewport: { width: 390, height: 844 }, hasTouch: true })

test('an accepted volunteer rates an offered exchange on a phone without a network, and the queue is sent', async ({
  app,
  page,
  server,
}) => {
  const client = createTestClient(server.url)
  const [author, volunteer, { user: admin }] = [await app.makeUser(), await app.makeUser(), await makeAdmin(app)]
  const [authors, volunteers, admins] = [author, volunteer, admin].map(({ authenticated }) => authenticated.access)
  const chatId = await author.chat(['When do I plant tomatoes?'], 'Garden')
  const { messages } = await client.call(getMessages, { token: authors ?? '', params: { id: chatId } })
  const answer = messages.find(({ role }) => role === 'assistant')?.id ?? ''
  const body = { question: 'When?', answer: 'In May.\n\nWhen the soil is warm.', language: 'en' } as const
  await client.call(offerExchange, { token: authors ?? '', params: { id: answer }, body })
  const { email } = volunteer.credentials
  await client.call(signUpValidator, { token: volunteers ?? '', body: { name: 'Ana', email } })
  const [listed] = (await client.call(listValidators, { token: admins ?? '' })).results
  await client.call(acceptValidator, { token: admins ?? '', params: { id: listed?.id ?? 0 } })
  await expect
    .poll(async () => (await mailsIn(server.folder)).map(({ subject }) => subject))
    .toContain('You can rate answers now')

  await app.signIn(volunteer)
  await page.goto('/rating')
  await expect(page.getByText('When the soil is warm.')).toBeVisible()
  await expectAccessible(app)
  await expectReflow(page)
  await app.untilOfflineReady()
  await app.goOffline()
  await page.reload()
  await expect(page.getByText('When the soil is warm.')).toBeVisible()

  const truth = page.getByRole('slider', { name: 'Truth, slider' })
  await truth.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('spinbutton', { name: 'Truth' })).toHaveValue('51')
  for (const axis of ['Fairness', 'Wisdom', 'Duty', 'Safety', 'Liberty']) {
    await page.getByRole('spinbutton', { name: axis }).fill('80')
  }
  await page.getByRole('textbox', { name: 'Reason' }).fill('It says when, and why')
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: 'Truth' })).toHaveValue('51')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('It says when, and why')
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByText('One rating is waiting to be sent.')).toBeVisible()

  await app.goOnline()
  const ratings = async () => (await client.call(listOffers, { token: authors ?? '' })).results[0]?.ratings
  await expect.poll(ratings).toBe(1)
  await expect(page.getByText('Nothing to rate just now')).toBeVisible()
  await page.goto('/chat/new')
  await app.openList()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Rate answers' }).click()
  await expect(page.getByRole('heading', { name: 'Rate answers' })).toBeVisible()
})
