import { expect, testOnline as test } from '../fixtures.ts'

/** The address to which the POST of the share target is redirected. */
const shared = '/chat/new?title=A%20headline&text=Is%20this%20true%3F&url=https%3A%2F%2Fnews.example%2F1'

test('text that another app shares becomes the draft of a new chat once', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto(shared)
  await expect(app.composer).toHaveValue(/A headline\s+Is this true\?\s+https:\/\/news\.example\/1/)
  await expect(page).toHaveURL(/\/chat\/new$/)
  const text = await app.composer.inputValue()
  await page.reload()
  await expect(app.composer).toHaveValue(text)
  await app.ask(text)
  await expect(app.composer).toHaveValue('')
})

test('a shortcut of the app keeps what was typed in the open window', async ({ app, page }) => {
  await page.addInitScript(() => {
    const setConsumer = (consumer: (launch: object) => void) => Object.assign(window, { launch: consumer })
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  })
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('A first question')).toBeVisible()
  await page.waitForFunction(() => 'launch' in window)
  await app.composer.fill('Half a thought')
  await page.evaluate(() => {
    const { launch } = window as unknown as { launch: (launch: object) => void }
    launch({ targetURL: new URL('/chat/new', location.origin).href })
  })
  await expect(page).toHaveURL(/\/chat\/new$/)
  await expect(app.composer).toHaveValue('')
  await page.goto(`/chat/${chatId}`)
  await expect(app.composer).toHaveValue('Half a thought')
})
