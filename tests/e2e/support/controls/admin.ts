import type { Locator } from '@playwright/test'
import { createPlan, listAllPlans, updatePlan } from '#contract/endpoints/admin.ts'
import { listReports } from '#contract/endpoints/feedback.ts'
import { listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../fixtures.ts'
import { makeAdmin } from '../admin.ts'
import type { App } from '../app.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'
import { reportAnswer } from './report-answer.ts'
import { siteFrame } from './site-frame.ts'

const planForm = [
  'combobox Currency',
  'combobox Interval',
  'button Remove *',
  'switch Enabled',
  'button Cancel',
  'button Close',
]
const userForm = [
  'button Show password',
  'checkbox VIP',
  'checkbox Provider',
  'checkbox Ad Subscriber',
  'checkbox Receive Newsletters',
  'button Cancel',
  'button Close',
]

const usersPage = [
  'button Back',
  'tab Subscriptions',
  'tab Subscribers',
  'tab Users',
  'tab Reports',
  'tab Newsletter',
  'button Instructions',
  'button Validators',
  'button Export users',
  'button Create User',
  'combobox State',
  'combobox Plan',
  'combobox Badge',
  'button Columns',
  'button Person',
  'button Plan',
  'button State',
  'button Joined',
  'button Last seen',
]

const userPage = [
  'button Back',
  'button Edit',
  'button Manage',
  'button Grant subscription',
  'button Revoke',
  'button Delete…',
]

const report = 'a report is resolved and opened again'
const conflict = 'of two changes of a plan the second one holds when its admin says so'

/** In a form only the last button changes the server. */
const validator = 'a volunteer is accepted, and their rating ended'

const places: Places = {
  'the plans': {
    shows: [
      'button Back',
      'tab Subscriptions',
      'tab Subscribers',
      'tab Users',
      'tab Reports',
      'tab Newsletter',
      'button Instructions',
      'switch Show Archived',
      'button Export subscriptions',
      'button Create New Plan',
      'button Edit',
      'button Delete',
      'button Create coupon',
      'button Create gift code',
      'button Try a judge…',
    ],
  },
  // Without rated answers there is no judge to start; its start, end and stop are tested on the server.
  'Try a judge': { shows: ['button Close'] },
  'a plan that another admin changed': {
    shows: [...planForm, 'button Take theirs'],
    changes: { 'button Save mine': inStep(conflict) },
  },
  Instructions: { shows: ['button Close'] },
  'Create New Plan': { shows: planForm, changes: { 'button Create': checkedIn.plans } },
  'Edit Plan': { shows: planForm, changes: { 'button Update': checkedIn.plans } },
  'Delete Subscription Plan?': { shows: ['button Cancel'], changes: { 'button Delete': checkedIn.plans } },
  'Create coupon': {
    shows: [
      'button Cancel',
      'button Close',
      'combobox Currency',
      'combobox Duration',
      'checkbox Monthly',
      'checkbox Yearly',
      'switch Once a person',
    ],
    changes: { 'button Create': checkedIn.codes },
  },
  'Create gift code': {
    shows: ['button Cancel', 'button Close', 'combobox Plan', 'switch Once a person'],
    changes: { 'button Create': checkedIn.codes },
  },
  'the subscribers': {
    shows: [
      'button Back',
      'tab Subscriptions',
      'tab Subscribers',
      'tab Users',
      'tab Reports',
      'tab Newsletter',
      'button Export these subscriptions',
      'combobox State',
      'combobox Plan',
      ...['Person', 'Plan', 'State', 'Since', 'Next date'].map((name) => `button ${name}`),
    ],
  },
  'the reports': {
    shows: [
      ...['Subscriptions', 'Subscribers', 'Users', 'Reports', 'Newsletter'].map((name) => `tab ${name}`),
      'button Back',
      'combobox State',
      'button Open',
    ],
  },
  // Without a mail server there is no answer by mail.
  Report: {
    shows: ['button Close'],
    changes: { 'button Mark as resolved': inStep(report) },
  },
  'a resolved report': { shows: ['button Close'], changes: { 'button Open again': inStep(report) } },
  'the users': { shows: usersPage },
  'the columns of the users': {
    shows: [
      ...usersPage,
      ...['Plan', 'State', 'Joined', 'Last seen', 'Username', 'Language'].map((name) => `menuitemcheckbox ${name}`),
    ],
  },
  'Create User': { shows: userForm, changes: { 'button Create': checkedIn.users } },
  Validators: {
    shows: ['button Close'],
    changes: { 'button Accept *': inStep(validator), 'button End *': inStep(validator) },
  },
  'a user': { shows: userPage },
  // A free trial has nothing to cancel; the cancellation of a paid plan is tested with its payments.
  'what can be done with a subscription': {
    shows: [...userPage, ...['Extend by a month…', 'End now…'].map((name) => `menuitem ${name}`)],
  },
  'Extend by a month?': { shows: ['button Cancel'], changes: { 'button Extend': checkedIn.payments } },
  'End this subscription now?': { shows: ['button Cancel'], changes: { 'button End now': checkedIn.users } },
  'Edit User': { shows: [...userForm, 'checkbox Admin'], changes: { 'button Update': checkedIn.users } },
  'Grant subscription': {
    shows: ['combobox Plan', 'button Cancel', 'button Close'],
    changes: { 'button Grant': checkedIn.users },
  },
  'Revoke this session?': { shows: ['button Cancel'], changes: { 'button Revoke': checkedIn.users } },
  'Delete User?': { shows: ['button Cancel'], changes: { 'button Delete': checkedIn.users } },
}

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
    await expect.poll(states).toEqual(['ended', 'volunteer'])
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
  await look('Delete…', 'Delete User?')
  walk.finish()
}
