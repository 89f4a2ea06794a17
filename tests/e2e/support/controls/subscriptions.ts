import { getSandboxPortal, subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { navigate } from '../browser/navigate.ts'
import { accountPage } from './account.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

const nothing = 'a declined and an abandoned checkout buy nothing'
const trial = 'the free trial begins'
const cancelling = 'a bought plan is cancelled at the end of its period'
const billing = 'the card and the tax ids are changed, and the next payment is made'

const useCode = ['Monthly', 'Yearly'].map((plan) => `button Use a code for ${plan}`)

const places: Places = {
  'the plans': {
    shows: ['button Buy Monthly', 'button Buy Yearly', ...useCode],
    changes: { 'button Start free': inStep(trial) },
  },
  'the free trial': { changes: { 'button Start free': inStep(trial) } },
  'the plans with a trial': { shows: ['button Buy Monthly', 'button Buy Yearly', ...useCode] },
  'a code': { shows: ['button Cancel', 'button Close'], changes: { 'button Check the code': checkedIn.codes } },
  'the plans with one that is bought': { shows: ['button Cancel subscription…', 'button Change to Yearly'] },
  'the change of plan': { shows: ['button Cancel'], changes: { 'button Change plan': checkedIn.purchase } },
  'the plans with one that is cancelled': { changes: { 'button Keep my plan': checkedIn.purchase } },
  'the sandbox checkout': {
    changes: {
      'button Pay': checkedIn.purchase,
      'button Decline': inStep(nothing),
      'button Leave': inStep(nothing),
    },
  },
  'the sandbox billing': {
    changes: {
      'radio One that works': inStep(billing),
      'radio One that is declined': inStep(billing),
      'button Make it now': inStep(billing),
      'button Add tax ID': inStep(billing),
      'button Remove ESB12345678': inStep(billing),
    },
  },
  'a declined payment': { changes: { 'button Try Monthly again': checkedIn.purchase } },
  'a purchase': {},
  // The other controls of the account page are checked in its own walk.
  'the account with a plan': {
    shows: [
      ...accountPage.shows,
      ...Object.keys(accountPage.changes),
      'button Cancel subscription…',
      'button Billing details',
    ],
  },
  'the cancellation': {
    shows: ['button Keep it'],
    changes: { 'button Cancel subscription': inStep(cancelling) },
  },
  'the history': {},
}

/** Checks the controls of the plans, the sandbox checkout and the cancellation. */
export async function walkSubscriptions(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, siteFrame)
  const client = createTestClient(server.url)
  const user = await app.makeUser({ trial: false })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const bought = async () =>
    (await client.call(subscriptionDetails, { token: user.authenticated.access })).subscriptions
  const buy = async (choice: string) => {
    await page.goto('/subscriptions')
    await button('Buy Monthly').click()
    await button(choice).waitFor()
    await walk.at('the sandbox checkout')
    await button(choice).click()
    await expect(page).not.toHaveURL(/sandbox-checkout/)
  }
  await app.signIn(user)

  await walk.step(nothing, async () => {
    await buy('Leave')
    await buy('Decline')
    await walk.at('a declined payment')
    expect(await bought()).toEqual([])
  })

  await walk.step(trial, async () => {
    await page.goto('/subscriptions')
    await walk.at('the plans')
    await navigate(page, '/subscriptions/free-trial/subscribe')
    await walk.at('the free trial')
    await button('Start free').click()
    await expect(page).toHaveURL(/\/subscription-success/)
    await walk.at('a purchase')
    expect(await bought()).toMatchObject([{ status: 'trialing', is_active_now: true }])
    await navigate(page, '/subscriptions')
    await walk.at('the plans with a trial')
    await button('Use a code for Monthly').click()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    await walk.at('a code')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  await walk.step(cancelling, async () => {
    const monthly = (isCancelled: boolean) =>
      expect.objectContaining({
        // It was bought in the trial, whose days left are kept.
        status: 'trialing',
        cancel_at_period_end: isCancelled,
        plan: expect.objectContaining({ name: 'monthly' }),
      })
    await buy('Pay')
    await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
    await navigate(page, '/account')
    await walk.at('the account with a plan')
    await navigate(page, '/subscriptions')
    await walk.at('the plans with one that is bought')
    await button('Change to Yearly').click()
    await walk.at('the change of plan')
    await button('Cancel').click()
    await button('Cancel subscription…').click()
    await walk.at('the cancellation')
    expect(await bought()).toContainEqual(monthly(false))
    await button('Cancel subscription').click()
    await expect.poll(bought).toContainEqual(monthly(true))
    await walk.at('the plans with one that is cancelled')
    await navigate(page, '/account/subscriptions/history')
    await walk.at('the history')
  })

  await walk.step(billing, async () => {
    const portal = () => client.call(getSandboxPortal, { token: user.authenticated.access })
    await page.goto('/subscriptions')
    await button('Keep my plan').click()
    await expect(button('Cancel subscription…')).toBeVisible()
    await navigate(page, '/account')
    await button('Billing details').click()
    await page.getByRole('textbox', { name: 'Tax ID' }).fill('es b-12.345.678')
    await button('Add tax ID').click()
    await button('Remove ESB12345678').waitFor()
    await walk.at('the sandbox billing')
    expect(await portal()).toMatchObject({ card_works: true, tax_ids: ['ESB12345678'] })
    await button('Remove ESB12345678').click()
    await expect.poll(portal).toMatchObject({ tax_ids: [] })
    await page.getByText('One that is declined').click()
    await expect.poll(portal).toMatchObject({ card_works: false })
    await page.getByText('One that works').click()
    await expect.poll(portal).toMatchObject({ card_works: true })
    await button('Make it now').click()
    await expect.poll(bought).toContainEqual(expect.objectContaining({ status: 'active' }))
  })
  walk.finish()
}
