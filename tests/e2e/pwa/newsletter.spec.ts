import { openDatabase } from '#server/db/database.ts'
import { publishIssue } from '#support/users/published-issue.ts'
import { expect, test } from '../fixtures.ts'

test.use({ ownServer: {} })

test('an issue that was read opens without a network, and one that was not says so', async ({ app, page, server }) => {
  const { db, close } = await openDatabase({ dataDir: server.folder, databaseUrl: null })
  const version = (subject: string) => ({ subject, preview: '', body: `About **${subject}**.` })
  for (const subject of ['Herons', 'Otters'])
    await publishIssue({ db, now: Date.now }, subject.toLowerCase(), { en: version(subject) })
  await close()
  await page.goto('/')
  await app.untilOfflineReady()
  await page.goto('/newsletter')
  await page.getByRole('link', { name: 'Herons' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Herons' })).toBeVisible()

  await app.goOffline()
  await page.goto('/newsletter?lang=en')
  await page.getByRole('link', { name: 'Herons' }).click()
  await expect(page.getByRole('article')).toContainText('About Herons.')
  await page.goBack()
  await page.getByRole('link', { name: 'Otters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Offline' })).toBeVisible()
})
