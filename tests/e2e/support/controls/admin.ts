import type { Locator } from '@playwright/test'
import { createPlan, listAllPlans, updatePlan } from '#contract/endpoints/admin.ts'
import { listReports } from '#contract/endpoints/feedback.ts'
import { listReportedExchanges } from '#contract/endpoints/ratings/reported-exchanges.ts'
import { listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../fixtures.ts'
import { makeAdmin } from '../admin.ts'
import type { App } from '../app.ts'
import { reportExchanges } from '../report-exchanges.ts'
import { conflict, places, report, reportedExchange, validator } from './admin-places.ts'
import { ControlWalk } from './control-walk.ts'
import { reportAnswer } from './report-answer.ts'
import { siteFrame } from './site-frame.ts'

/** Checks the controls of the admin panel; the changes are tested with each form. */
export async function walkAdmin(app: App): Promise<void> {
  const { page, server, watch } = app
  const walk = new ControlWalk(page, places, siteFrame)
  const button = (name: string, within: Pick<Locator, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true }).first()
  const [admin, user] = [await makeAdmin(app), await app.makeUser()]
  const token = admin.user.authenticated.access
  const client = createTestClient(server.url)
  await app.signIn(admin.user)

  /** Opens the dialog of a button and closes it again. */
  const look = async (opener: string, place: string, inside = async () => {}) => {
    await button(opener).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await inside()
    await walk.at(place)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'hidden' })
  }
  await page.goto('/admin-panel?tab=subscriptions')
  await walk.at('the plans')
  await look('Instructions', 'Instructions')
  await look('Create New Plan', 'Create New Plan', async () => {
    await page.getByRole('textbox', { name: 'Features' }).fill('Chat,')
  })
  await look('Create coupon', 'Create coupon')
  await look('Create gift code', 'Create gift code')
  await look('Try a judge…', 'Try a judge')
  await look('Edit', 'Edit Plan')
  await look('Delete', 'Delete Subscription Plan?')
  await walk.step(conflict, async () => {
    const draft = { title: 'Walked', description: 'A plan of this walk.', price: '4.00', features: ['Chat'] }
    const limits = { tokens_limit: 1, searches_limit: 0, is_enabled: false }
    const body = { name: 'walked', ...draft, ...limits, currency: 'USD', interval: 'month' } as const
    const plan = await client.call(createPlan, { token, body })
    const params = { id: plan.id }
    const stored = async () => (await client.call(listAllPlans, { token })).find(({ id }) => id === plan.id)
    await page.reload()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Walked' }) })
    await button('Edit', card).click()
    await client.call(updatePlan, { token, params, body: { ...body, price: '5.00' } })
    await page.getByLabel('Price').fill('6')
    watch.expect(/^Failed to load resource:.*409/)
    await button('Update').click()
    await walk.at('a plan that another admin changed')
    await button('Save mine').click()
    await expect.poll(stored).toMatchObject({ price: '6.00' })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await button('Delete', card).click()
    await button('Delete', page.getByRole('alertdialog')).click()
    await expect.poll(stored).toBeUndefined()
  })
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  await walk.at('the subscribers')
  await walk.step(report, async () => {
    const reported = await reportAnswer(client, user.authenticated.access)
    const stored = async () =>
      (await client.call(listReports, { token })).results.find(({ comment }) => comment === reported)?.state
    await page.getByRole('tab', { name: 'Reports' }).click()
    await expect(page.getByText(reported)).toBeVisible()
    await walk.at('the reports')
    await button('Open', page.getByRole('listitem').filter({ hasText: reported })).click()
    await button('Mark as resolved').waitFor()
    await walk.at('Report')
    await button('Mark as resolved').click()
    await expect.poll(stored).toBe('resolved')
    await walk.at('a resolved report')
    await button('Open again').click()
    await expect.poll(stored).toBe('open')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await walk.step(reportedExchange, async () => {
    const names = await reportExchanges(app, token)
    const open = async (name: string) => {
      await button('Open', page.getByRole('listitem').filter({ hasText: name })).click()
      await button('Dismiss the reports').waitFor()
    }
    const stored = async () => {
      const { results } = await client.call(listReportedExchanges, { token, query: { page_size: 100 } })
      return names.map((name) => results.some(({ reason }) => reason === name))
    }
    await page.reload()
    await open(names[0])
    await walk.at('a reported exchange')
    await button('Dismiss the reports').click()
    await expect.poll(stored).toEqual([false, true])
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await open(names[1])
    await button('Withdraw from rating…').click()
    await page.getByRole('alertdialog').waitFor()
    await walk.at('Withdraw from rating?')
    await button('Withdraw', page.getByRole('alertdialog')).click()
    await expect.poll(stored).toEqual([false, false])
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await page.getByRole('tab', { name: 'Audit' }).click()
  await button('Check again').waitFor()
  await walk.at('the audit log')
  await page.getByRole('tab', { name: 'Users' }).click()
  await walk.at('the users')
  await button('Columns').click()
  await page.getByRole('menu').waitFor()
  await walk.at('the columns of the users')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await look('Create User', 'Create User')
  await walk.step(validator, async () => {
    const names = ['Ada', 'Eve']
    for (const name of names) {
      const { authenticated, credentials } = await app.makeUser({ trial: false })
      const body = { name, email: credentials.email }
      await client.call(signUpValidator, { token: authenticated.access, body })
    }
    const states = async () => {
      const { results } = await client.call(listValidators, { token: admin.user.authenticated.access })
      return names.map((name) => results.find((one) => one.name === name)?.state)
    }
    await button('Validators').click()
    await button('Accept Ada').click()
    await expect.poll(states).toEqual(['accepted', 'volunteer'])
    await walk.at('Validators')
    await button('End Ada').click()
    await page.getByRole('alertdialog').waitFor()
    await walk.at('End the right to rate?')
    await button('End', page.getByRole('alertdialog')).click()
    await expect.poll(states).toEqual(['ended', 'volunteer'])
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await page.goto(`/admin-panel/users/${user.authenticated.user.id}`)
  await walk.at('a user')
  await button('Manage').click()
  await page.getByRole('menu').waitFor()
  await walk.at('what can be done with a subscription')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  const questions = { 'Extend by a month…': 'Extend by a month?', 'End now…': 'End this subscription now?' }
  for (const [entry, place] of Object.entries(questions)) {
    await button('Manage').click()
    await page.getByRole('menuitem', { name: entry }).click()
    await page.getByRole('alertdialog').waitFor()
    await walk.at(place)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  }
  await look('Edit', 'Edit User')
  await look('Grant subscription', 'Grant subscription')
  await look('Revoke', 'Revoke this session?')
  await look('Suspend…', 'Suspend this account')
  await look('Delete…', 'Delete User?')
  walk.finish()
}
