import { createSsoToken, getProfile } from '#contract/endpoints/accounts.ts'
import { requestEmailChange } from '#contract/endpoints/email-change.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { ApiUser } from '../../../../scripts/demo/api-user.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { mailedLink } from '../mailed-link.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

const newsletter = 'an account made with the newsletter gets it'

const confirming = 'the link of the first mail confirms the address'

const moving = 'the link to a new address changes it'

const places: Places = {
  '/': { shows: [/^button (Truth|Fairness|Wisdom|Duty|Safety|Liberty) \d+$/] },
  '/information': {},
  '/error': {},
  '/nowhere': {},
  '/auth/login': {
    shows: ['button Show password'],
    changes: { 'button Log in': checkedIn.signIn },
  },
  '/auth/forgot-password': { changes: { 'button Request the link': checkedIn.signIn } },
  '/auth/reset-password#token=any': {
    shows: ['button Show password'],
    changes: { 'button Save the new password': checkedIn.signIn },
  },
  '/auth/register': {
    shows: ['button Show password'],
    changes: {
      'button Create account': checkedIn.signIn,
      'checkbox Send me the wealth-signals newsletter*': inStep(newsletter),
    },
  },
}

const addressed: Places = {
  'the confirmation of an address': {
    shows: ['button This was not me'],
    changes: { 'button Confirm my address': inStep(confirming) },
  },
  'a link to a new address': {
    shows: ['button This was not me'],
    changes: { 'button Use this address': inStep(moving) },
  },
  'a link that undoes a change of address': {
    shows: ['button Leave it as it is'],
    changes: { 'button Undo the change': checkedIn.emailChange },
  },
  'a sign-in by another app': {
    changes: { 'button Continue': checkedIn.sso, 'button This is not me': checkedIn.sso },
  },
  'a sign-in by another app in the place of somebody else': {
    changes: { 'button Go on as *': checkedIn.sso, 'button Change to *': checkedIn.sso },
  },
}

/** Checks the controls of the pages without an account, and of those that emails and other apps link to. */
export async function walkVisitors(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, { ...places, ...addressed }, siteFrame)
  const client = createTestClient(server.url)
  app.watch.expect(/^Failed to load resource:.*404.*\/nowhere/)
  for (const path of Object.keys(places)) {
    await page.goto(path)
    await walk.at(path)
  }
  const other = await app.makeUser({ trial: false })
  const openSso = async (place: string) => {
    const { access } = other.authenticated
    const { token } = await client.call(createSsoToken, { token: access, body: { audience: 'companion_app' } })
    await page.goto(`/check#token=${token}`)
    await walk.at(place)
  }
  await openSso('a sign-in by another app')

  await page.goto('/auth/register')
  await walk.step(newsletter, async () => {
    await page.getByRole('checkbox', { name: 'Send me the wealth-signals newsletter' }).check()
    const credentials = await app.register()
    await expect(page).not.toHaveURL(/register/)
    const { authenticated } = await ApiUser.login(server.url, credentials)
    const profile = () => client.call(getProfile, { token: authenticated.access })
    expect(await profile()).toMatchObject({ first_name: 'Ana', last_name: 'Prado', receive_newsletters: true })

    await walk.step(confirming, async () => {
      await page.goto(await mailedLink(app, credentials.email, 'check#verify'))
      await walk.at('the confirmation of an address')
      expect((await profile()).email_verified).toBe(false)
      await page.getByRole('button', { name: 'Confirm my address' }).click()
      await expect.poll(async () => (await profile()).email_verified).toBe(true)
    })
    await walk.step(moving, async () => {
      const email = `new-${credentials.email}`
      await client.call(requestEmailChange, { token: authenticated.access, body: { email } })
      await page.goto(await mailedLink(app, email, 'check#email'))
      await walk.at('a link to a new address')
      await page.getByRole('button', { name: 'Use this address' }).click()
      await expect.poll(async () => (await profile()).email).toBe(email)
      await page.goto(await mailedLink(app, credentials.email, 'check#email'))
      await walk.at('a link that undoes a change of address')
    })
  })
  await openSso('a sign-in by another app in the place of somebody else')
  walk.finish()
}
