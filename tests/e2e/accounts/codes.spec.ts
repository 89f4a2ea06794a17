import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, testOnline as test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

test('an admin makes a coupon, and a user sees the reduced price before paying it', async ({ app, page, watch }) => {
  const admin = await makeAdmin(app)
  const user = await app.makeUser({ trial: false })
  const code = `E2E-${user.authenticated.user.id}`
  await app.signIn(admin.user)
  await page.goto('/admin-panel?tab=subscriptions')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  const form = page.getByRole('dialog', { name: 'Create coupon' })
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  watch.expect(/^Failed to load resource:.*400/)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Enter either a percentage or an amount')).toBeVisible()
  await form.getByLabel('Percent off').fill('50')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: code })).toContainText('50% off the first payment')
  await expectAccessible(app)

  await app.signIn(user)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Use a code for Monthly' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly with a code' })
  await dialog.getByLabel('Code').fill('no-such-code')
  await dialog.getByRole('button', { name: 'Check the code' }).click()
  await expect(dialog.getByText('There is no such code')).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Check the code' }).click()
  await expect(dialog.getByText('for the first payment, then $9.99.')).toBeVisible()
  await expectAccessible(app)
  await dialog.getByRole('button', { name: 'Go to the checkout' }).click()
  await expect(page.getByText('With your code: $4.99')).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
})

test('a gift code starts a plan that ends by itself, without a checkout', async ({ app, page }) => {
  const admin = await makeAdmin(app)
  const user = await app.makeUser({ trial: false })
  const code = `GIFT-${user.authenticated.user.id}`
  const gift = { code, kind: 'gift', duration_months: 3, plan_ids: [2] }
  await admin.send('POST', '/accounts/admin/promotion-codes/', gift)
  await app.signIn(user)
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Use a code for Monthly' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly with a code' })
  await dialog.getByLabel('Code').fill(code.toLowerCase())
  await dialog.getByRole('button', { name: 'Check the code' }).click()
  await expect(dialog.getByText('It needs no card, ends by itself, and nothing is charged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start the gift' }).click()
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
  await page.goto('/subscriptions')
  await expect(page.getByText(/^Ends /)).toBeVisible()
})

test('a failed payment is shown in the account, and paid with a card that works', async ({ app, page, server }) => {
  const admin = await makeAdmin(app)
  const { id } = admin.user.authenticated.user
  await app.signIn(admin.user)
  const begun = await admin.send('POST', '/accounts/subscriptions/checkout/', { plan_id: 2 })
  const { session_id } = begun as { session_id: string }
  await admin.send('POST', `/accounts/subscriptions/sandbox/${session_id}/`, { outcome: 'pay' })
  failPayment(server.folder, id)
  await page.goto('/account')
  await expect(page.getByText('The last payment did not go through. It is tried again')).toBeVisible()
  await page.goto('/subscriptions')
  await page.getByRole('button', { name: 'Update payment' }).click()
  await expect(page.getByText('Due now: $9.99')).toBeVisible()
  await page.getByText('One that works').click()
  await expect(page.getByRole('radio', { name: 'One that works' })).toBeChecked()
  await page.getByRole('button', { name: 'Pay what is open' }).click()
  await page.waitForURL(/\/account$/)
  await page.goto('/subscriptions')
  await expect(page.getByText(/^Renews /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update payment' })).toHaveCount(0)
})

/** Makes the last payment of a user a failed one, as the sandbox does when a renewal is declined. */
function failPayment(folder: string, userId: number): void {
  const db = new DatabaseSync(join(folder, 'companion.sqlite'))
  db.exec('PRAGMA busy_timeout = 5000')
  const grace = new Date(Date.now() + 10 * 86_400_000).toISOString()
  db.prepare("update sandbox_subscriptions set status = 'past_due', card_works = 0, due_at = ? where user_id = ?").run(
    grace,
    userId,
  )
  db.prepare("update sandbox_invoices set status = 'failed', paid_at = null where user_id = ?").run(userId)
  db.prepare(
    "update subscriptions set status = 'past_due', grace_until = ? where user_id = ? and source = 'sandbox'",
  ).run(grace, userId)
  db.prepare("update invoices set status = 'failed', paid_at = null where user_id = ?").run(userId)
  db.close()
}
