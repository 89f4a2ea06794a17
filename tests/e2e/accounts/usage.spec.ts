import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'

test('the usage counts answers that ended elsewhere, or end while it is shown', async ({ app, page, model }) => {
  const user = await app.makeUser()
  await app.signIn(user)
  const loaded = page.waitForResponse((response) => response.url().endsWith('/usage-limits/'))
  await page.goto('/chat/new')
  expect((await (await loaded).json()).tokens.used).toBe(0)
  await user.chat(['A question of another device'])

  const answer = model.next(['The beginning, ', 'and the end.'])
  await app.ask('A question whose answer goes on')
  await answer.asked()
  await navigate(page, '/account#usage')
  const meter = page.getByRole('meter', { name: 'Tokens used' })
  await expect(meter).toHaveAttribute('aria-valuetext', /^[1-9][\d,]* of /)
  const before = await meter.getAttribute('aria-valuetext')
  await answer.release()
  await expect(meter).not.toHaveAttribute('aria-valuetext', before ?? '')
})
