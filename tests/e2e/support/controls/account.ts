import { join } from 'node:path'
import { getProfile } from '#contract/endpoints/accounts.ts'
import { getEmailChange } from '#contract/endpoints/email-change.ts'
import { listValidators } from '#contract/endpoints/ratings/validators.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { mailsIn } from '#support/fakes/mail-folder.ts'
import { ApiUser } from '../../../../scripts/demo/api-user.ts'
import { expect } from '../../fixtures.ts'
import { makeAdmin } from '../admin.ts'
import type { App } from '../app.ts'
import { checkedIn } from './checked-elsewhere.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

const picture = join(import.meta.dirname, '../../../../public/screenshots/wide-en.png')

const mails = 'the newsletter, the language of mails and the link again'
const address = 'a change of address waits for its link'
const photo = 'a photo is stored and removed'
const validator = 'a volunteer is listed'

/** With or without a plan, on one or several devices. */
export const accountPage = {
  shows: [
    'button Choose a photo',
    'button Change…',
    'button Show password',
    'button Download',
    'button Set up…',
    'button Delete…',
  ],
  changes: {
    'button Save': checkedIn.names,
    'button Change password': checkedIn.names,
    'button Send the link again': inStep(mails),
    'switch Wealth-signals newsletter': inStep(mails),
    'radio English': inStep(mails),
    'radio Español': inStep(mails),
  },
}

const places: Places = {
  'the account': {
    ...accountPage,
    // These buttons ask for confirmation, as in the settings.
    shows: [...accountPage.shows, 'button Log out Unknown device', 'button Log out all other devices'],
  },
  'Change your address': {
    shows: ['button Close', 'button Cancel'],
    changes: { 'button Send the link': inStep(address) },
  },
  'an address that waits for its link': {
    ...accountPage,
    shows: [...accountPage.shows, 'button Log out Unknown device', 'button Log out all other devices'],
    changes: { ...accountPage.changes, 'button Cancel the change': inStep(address) },
  },
  'Crop your photo': {
    shows: ['slider Zoom', 'button Cancel'],
    changes: { 'button Use this photo': inStep(photo) },
  },
  'Remove your photo?': { shows: ['button Cancel'], changes: { 'button Remove': inStep(photo) } },
  'Delete your account?': { shows: ['button Cancel', 'button Continue'] },
  'Confirm that it is you': {
    shows: ['button Show password', 'button Cancel'],
    changes: { 'button Delete': checkedIn.deletion },
  },
  'the sign-up of validators': { changes: { 'button Sign up': inStep(validator) } },
}

/** Checks the controls of the account page and of the pages to sign up for something. */
export async function walkAccount(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, siteFrame)
  const client = createTestClient(server.url)
  const user = await app.makeUser()
  const token = user.authenticated.access
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const profile = () => client.call(getProfile, { token })
  for (let device = 0; device < 2; device++) await ApiUser.login(server.url, user.credentials)
  await app.signIn(user)
  await page.goto('/account')

  await walk.step(mails, async () => {
    await walk.at('the account')
    const newsletter = page.getByRole('switch', { name: 'Wealth-signals newsletter' })
    for (const isOn of [true, false]) {
      await newsletter.click()
      await expect.poll(async () => (await profile()).receive_newsletters).toBe(isOn)
    }
    for (const [name, language] of [
      ['Español', 'es'],
      ['English', 'en'],
    ] as const) {
      await page
        .getByRole('group', { name: 'Language of emails and notifications' })
        .getByRole('radio', { name })
        .check()
      await expect.poll(async () => (await profile()).profile.language).toBe(language)
    }
    const received = async () =>
      (await mailsIn(server.folder)).filter(({ to }) => to?.some(({ address }) => address === user.credentials.email))
        .length
    const before = await received()
    await button('Send the link again').click()
    await expect.poll(received).toBe(before + 1)
  })

  await walk.step(address, async () => {
    const pending = async () => (await client.call(getEmailChange, { token })).pending?.email
    const email = `new-${user.credentials.email}`
    await button('Change…').click()
    await walk.at('Change your address')
    await dialog.getByRole('textbox', { name: 'New address' }).fill(email)
    await button('Send the link').click()
    await expect(page.getByText(`Waiting for ${email}`)).toBeVisible()
    expect(await pending()).toBe(email)
    await walk.at('an address that waits for its link')
    await button('Cancel the change').click()
    await expect.poll(pending).toBeUndefined()
  })

  await walk.step(photo, async () => {
    await page.getByTestId('photo-file').setInputFiles(picture)
    await walk.at('Crop your photo')
    await button('Use this photo').click()
    await expect.poll(async () => (await profile()).profile.photo_url).toMatch(/^\/media\/photos\//)
    await button('Remove').click()
    await walk.at('Remove your photo?')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(async () => (await profile()).profile.photo_url).toBeNull()
    await expect(dialog).toHaveCount(0)
  })

  await button('Delete…').click()
  await walk.at('Delete your account?')
  await button('Continue').click()
  await walk.at('Confirm that it is you')

  await walk.step(validator, async () => {
    await page.goto('/information#validators')
    await walk.at('the sign-up of validators')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana of the walk')
    await button('Sign up').click()
    const admin = await makeAdmin(app)
    const volunteers = async () =>
      (await client.call(listValidators, { token: admin.user.authenticated.access })).results.map(({ name }) => name)
    await expect.poll(volunteers).toContain('Ana of the walk')
  })
  walk.finish()
}
