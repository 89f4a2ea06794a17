import { expect, testOnline as test } from '../fixtures.ts'

test('a new device fetches the newest chats at once and the older ones on demand', async ({ app, page }) => {
  const user = await app.makeUser()
  for (let number = 101; number <= 125; number++) await user.chat([], `Chat number ${number}`)
  await app.signIn(user)
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.openList()
  await expect(page.getByRole('link', { name: /Chat number 125/ })).toBeVisible()
  const more = page.getByRole('button', { name: 'Show older chats' })
  await more.click()
  await expect(more).toHaveCount(0)
  await page.getByRole('link', { name: /Chat number 106/ }).focus()
  await expect(page.getByRole('link', { name: /Chat number 101/ })).toBeVisible()
})

test('a chat that was never fetched is reported as not on this device, and loads with the network', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['Asked on another device'], 'Elsewhere')
  await app.signIn(user)
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.openList()
  await expect(page.getByRole('link', { name: /Elsewhere/ })).toBeVisible()
  await app.goOffline()
  await page.getByRole('link', { name: /Elsewhere/ }).click()
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`))
  await expect(page.getByText('This chat is not on this device')).toBeVisible()
  await app.goOnline()
  await expect(app.said('Asked on another device')).toBeVisible()
})
