import { expect, testOnline as test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

test('an admin extends and cancels a paid subscription and refunds its payment', async ({ app, page, watch }) => {
  const admin = await makeAdmin(app)
  await app.signIn(admin.user)
  const begun = await admin.send('POST', '/accounts/subscriptions/checkout/', { plan_id: 2 })
  const { session_id } = begun as { session_id: string }
  await admin.send('POST', `/accounts/subscriptions/sandbox/${session_id}/`, { outcome: 'pay' })
  const own = `/accounts/users/${admin.user.authenticated.user.id}/`
  await page.goto(`/admin-panel/users/${admin.user.authenticated.user.id}`)
  for (const [entry, confirm, done] of [
    ['Extend by a month…', 'Extend', 'Subscription extended'],
    ['Cancel at the end of the period…', 'Cancel the plan', 'Subscription cancelled'],
  ] as const) {
    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
    await expect(page.getByRole('listitem').getByText(done)).toBeVisible()
  }
  expect(await admin.send('GET', own)).toMatchObject({
    subscriptions: [{ cancel_at_period_end: true, is_active_now: true }],
  })
  await page.getByRole('button', { name: 'Refund…' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund a payment' })
  await refund.getByLabel('Amount').fill('ten')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund.getByText('Enter an amount such as 9.99')).toBeVisible()
  await expect(refund.getByText('Say why, for the record')).toBeVisible()
  await refund.getByLabel('Reason').fill('Too slow')
  await refund.getByLabel('Amount').fill('10')
  watch.expect(/^Failed to load resource:.*400/)
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund.getByText('This is more than was paid and not yet refunded')).toBeVisible()
  await refund.getByLabel('Amount').fill('9,99')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Refund of $9.99' })).toContainText('Too slow')
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0)
  const refunded = expect.objectContaining({ kind: 'refund', amount: '9.99', status: 'done' })
  expect(await admin.send('GET', `${own}timeline/`)).toMatchObject({ results: expect.arrayContaining([refunded]) })
  await expectAccessible(app)
})
