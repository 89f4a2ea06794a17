import { getIssue, listIssues } from '#contract/endpoints/newsletter/issues.ts'
import { openDatabase } from '#server/db/database.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { publishIssue } from '#support/users/published-issue.ts'
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

const issue = [...adminPanel, 'button All issues', 'combobox Preview']

const stopping = 'an issue on its way is stopped for good'
const writing = 'a draft is written for readers of both languages, and deleted'

const places: Places = {
  'the issues': { shows: [...adminPanel, ...recipients], changes: { 'button Write an issue': inStep(writing) } },
  'an empty draft': { shows: editor },
  'a draft in one language': {
    shows: editor,
    changes: { 'switch Send it to readers of the other language too': inStep(writing) },
  },
  // The sending goes on only with a mail server; pause and resumption are tested on the server.
  'an issue on its way': { shows: [...issue, 'button Resume', 'button Stop…'] },
  'Stop this issue for good?': { shows: ['button Cancel'], changes: { 'button Stop': inStep(stopping) } },
  'an issue that is no longer sent': { shows: issue },
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
  await walk.step(stopping, async () => {
    const name = `Stopped ${admin.user.authenticated.user.id}`
    const { db, close } = await openDatabase({ dataDir: server.folder, databaseUrl: null })
    const id = await publishIssue({ db, now: Date.now }, `stopped-${admin.user.authenticated.user.id}`, {
      en: { subject: name, preview: '', body: 'About herons.' },
    })
    await db.updateTable('newsletter_issues').set({ status: 'paused', sent_at: null }).where('id', '=', id).execute()
    await close()
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click()
    await button('Stop…').waitFor()
    await walk.at('an issue on its way')
    await button('Stop…').click()
    await page.getByRole('alertdialog').waitFor()
    await walk.at('Stop this issue for good?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(async () => (await client.call(getIssue, { token, params: { id } })).status).toBe('stopped')
    await walk.at('an issue that is no longer sent')
    // The button that was focused is gone.
    await expect(page.getByRole('heading', { name })).toBeFocused()
  })
  walk.finish()
}
