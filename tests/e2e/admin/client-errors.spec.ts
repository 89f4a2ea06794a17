import { listClientErrors } from '#contract/endpoints/client-errors.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect, test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'

test.use({ ownServer: {} })

test('an admin sees counts of the errors in pages and in the worker', async ({ app, page, context, server, watch }) => {
  const { user } = await makeAdmin(app)
  await app.signIn(user)
  watch.expect(/a text that must not be sent/)
  await page.goto('/information')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('a text that must not be sent')
    })
  })
  // Earlier the worker's script may not have run, and nothing would report its errors.
  await app.untilOfflineReady()
  await context.serviceWorkers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('a text that must not be sent')
    })
  })
  const client = createTestClient(server.url)
  const reported = async () => {
    const { results } = await client.call(listClientErrors, { token: user.authenticated.access })
    return results.map(({ source, code, route, engine }) => `${source} ${code} ${route} ${engine.split(' ')[0]}`).sort()
  }
  await expect.poll(reported).toEqual(['script TypeError /information chromium', 'worker RangeError / chromium'])

  await page.goto('/admin-panel')
  await page.getByText('Errors in browsers, last 7 days: 2').click()
  const table = page.getByRole('region', { name: 'Errors in browsers' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText('/information')
  expect(await table.textContent()).not.toContain('a text that must not be sent')
})
