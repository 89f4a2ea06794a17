import { getIssue, listIssues } from '#contract/endpoints/newsletter/issues.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect } from '../../fixtures.ts'
import { makeAdmin } from '../admin.ts'
import type { App } from '../app.ts'
import { adminPanel } from './admin-places.ts'
import { ControlWalk, inStep, type Places } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

const recipients = ['combobox Kind', 'combobox Language', 'button Export recipients']
const editor = [
  ...adminPanel,
  'button All issues',
  'tab English',
  'tab Español',
  'combobox Preview',
  // Tested on the server, which stores the picture; the editor's insertion of it in jsdom.
  'button Add a picture',
  // Servers of these tests have no mail server, without which both are switched off.
  'button Send…',
  'button Test mail to me',
  'button Delete draft…',
]

const writing = 'a draft is written for readers of both languages, and deleted'

const places: Places = {
  'the issues': { shows: [...adminPanel, ...recipients], changes: { 'button Write an issue': inStep(writing) } },
  'an empty draft': { shows: editor },
  'a draft in one language': {
    shows: editor,
    changes: { 'switch Send it to readers of the other language too': inStep(writing) },
  },
  'Delete this draft?': { shows: ['button Cancel'], changes: { 'button Delete': inStep(writing) } },
}

/** Checks the controls of the newsletter's tab of the admin panel and of its editor. */
export async function walkNewsletter(app: App): Promise<void> {
  const { page, server } = app
  const walk = new ControlWalk(page, places, siteFrame)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const admin = await makeAdmin(app)
  const token = admin.user.authenticated.access
  const client = createTestClient(server.url)
  const subject = `Walked ${admin.user.authenticated.user.id}`
  await app.signIn(admin.user)
  await page.goto('/admin-panel?tab=newsletter')
  await button('Write an issue').waitFor()
  await walk.at('the issues')
  await walk.step(writing, async () => {
    await button('Write an issue').click()
    await page.getByRole('textbox', { name: 'Subject' }).waitFor()
    await walk.at('an empty draft')
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
    const found = async () => {
      const { results } = await client.call(listIssues, { token, query: { page_size: 100 } })
      return results.find((issue) => issue.subject === subject)
    }
    await expect.poll(found).toBeDefined()
    await walk.at('a draft in one language')
    await page.getByRole('switch', { name: 'Send it to readers of the other language too' }).click()
    const id = (await found())?.id ?? 0
    const stored = () => client.call(getIssue, { token, params: { id } })
    await expect.poll(async () => (await stored()).send_other_language).toBe(true)
    await button('Delete draft…').click()
    await page.getByRole('alertdialog').waitFor()
    await walk.at('Delete this draft?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(found).toBeUndefined()
  })
  walk.finish()
}
