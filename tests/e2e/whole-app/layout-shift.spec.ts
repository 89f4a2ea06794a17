import type { Locator } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { giveRole } from '../support/give-role.ts'

// An element that moves between press and release gets no click, and no error is reported.
test.use({ viewport: { width: 390, height: 844 } })

/** Returns the distance from the top of the page in pixels. */
const topOf = (locator: Locator) =>
  locator.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY))

test.describe('the buttons below content that is still being fetched', () => {
  test('do not move in the account when its data and the configuration are loaded', async ({ app, page }) => {
    await app.signIn(await app.makeUser())
    const arrive = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/(config|accounts\/|companion\/usage-limits)/, async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.goto('/account')
    const button = page.getByRole('button', { name: 'Delete…' })
    await expect(button).toBeVisible()
    const before = await topOf(button)
    arrive.resolve()
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.getByText(/tokens/i).first()).toBeVisible()
    expect(await topOf(button)).toBe(before)
  })

  test('do not move in an empty chat when the name of the model arrives', async ({ app, page }) => {
    await app.signIn(await app.makeUser())
    const arrive = Promise.withResolvers<void>()
    await page.route('**/api/v1/config/', async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.goto('/chat/new')
    const button = page.getByRole('list', { name: 'Examples' }).getByRole('button').first()
    await expect(button).toBeVisible()
    const before = await topOf(button)
    arrive.resolve()
    await expect(page.getByText('Answers come from')).toBeVisible()
    expect(await topOf(button)).toBe(before)
  })

  test('do not move in the admin panel when the metrics are loaded', async ({ app, page, server }) => {
    await app.signIn(await giveRole(server, await app.makeUser({ trial: false }), 'admin'))
    const arrive = Promise.withResolvers<void>()
    await page.route('**/api/v1/**/figures/', async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.goto('/admin-panel')
    const button = page.getByRole('button', { name: 'Create New Plan' })
    await expect(button).toBeVisible()
    const before = await topOf(button)
    arrive.resolve()
    await expect(page.getByText('30 days as figures')).toBeVisible()
    expect(await topOf(button)).toBe(before)
    await page.setViewportSize({ width: 1440, height: 900 })
    const metrics = page.getByRole('region', { name: 'Figures' }).getByRole('definition')
    await expect(metrics).toHaveCount(4)
    const tops = await metrics.evaluateAll((values) => values.map((value) => value.getBoundingClientRect().top))
    expect(new Set(tops).size, 'rows of metrics on a wide window').toBe(1)
  })
})

test('the composer has the position at which the frame, which is shown before the scripts are loaded, shows it', async ({
  app,
  page,
}) => {
  await app.signIn(await app.makeUser())
  const arrive = Promise.withResolvers<void>()
  await page.route('**/assets/core-*.js', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/chat/new', { waitUntil: 'commit' })
  const frame = page.locator('[data-frame] > div:visible')
  await expect(frame).toHaveCount(1)
  const before = await frame.getByText('Write here').boundingBox()
  arrive.resolve()
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeVisible()
  await expect(frame).toHaveCount(0)
  const after = await field.boundingBox()
  expect(before).not.toBeNull()
  expect({ x: before?.x, y: before?.y, height: before?.height }).toEqual({
    x: after?.x,
    y: after?.y,
    height: after?.height,
  })
})
