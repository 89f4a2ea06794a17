import type { Page } from '@playwright/test'
import { findInFiles } from '#support/database/find-in-files.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

// The folder of the server, its output at the finest level, and scores.
test.use({ ownServer: { env: { SCORING: 'on', LOG_LEVEL: 'debug' } } })

/** Everything that the browser stores for the page, as text. */
const readStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store)
        stored.push(JSON.stringify([await settled(rows.getAllKeys()), await settled(rows.getAll())]))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        stored.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    return stored.join('\n')
  })

test('a temporary chat answers with scores, asks once before it is closed, and leaves its words nowhere', async ({
  app,
  page,
  model,
  server,
}) => {
  test.setTimeout(90_000)
  const words = ['quizzaciously', 'floccinauci', 'omphaloskepsis', 'honorificabil']
  const [question = '', answered = '', reason = '', typed = ''] = words
  const dialog = page.getByRole('alertdialog', { name: 'Close the temporary chat?' })
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const expectNoWords = async () => {
    const stored = (await readStored(page)).toLowerCase()
    expect(words.filter((word) => stored.includes(word))).toEqual([])
    expect(findInFiles(server.folder, words)).toEqual([])
    expect(words.filter((word) => server.output.includes(word))).toEqual([])
  }

  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await test.step('what a stored chat says is found by the scan', async () => {
    model.next({ tokens: ['A bicycle.'] })
    await app.ask('What is a velocipede?')
    await expect(app.said('A bicycle.')).toBeVisible()
    await expect.poll(() => readStored(page)).toContain('velocipede')
    expect(findInFiles(server.folder, ['velocipede'])).not.toEqual([])
  })

  await test.step('it answers, and scores the answer', async () => {
    await page.getByRole('link', { name: 'Temporary chat' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Temporary chat' })).toBeVisible()
    await expect(page.getByText('Nothing of this chat is saved')).toBeVisible()
    const reading = readingOf([92, 84, 78, 88, 95, 81], { duty: answered })
    model.judge.otherwise = { says: { ...reading, truth: { ...reading.truth, reason } } }
    model.next({ tokens: [`It is **${answered}**, `, 'or so.'] })
    await app.ask(`Speak ${question}`)
    await expect(app.said(answered).locator('strong')).toHaveText(answered)
    await page.getByRole('button', { name: /^Score 82/ }).click()
    await expect(page.getByText(reason)).toBeVisible()
    await expectAccessible(app)
    await page.keyboard.press('Escape')
    await expect(page.getByText(reason)).toHaveCount(0)
    await app.composer.fill(`Unsent ${typed}`)
    await expectNoWords()
  })

  await test.step('leaving asks once, and staying loses nothing', async () => {
    await page.goBack()
    await expect(dialog).toBeVisible()
    await expectAccessible(app)
    await press('Stay')
    await expect(page).toHaveURL(/\/chat\/temporary$/)
    await expect(app.said(answered)).toBeVisible()
    await expect(app.composer).toHaveValue(`Unsent ${typed}`)
    await press('Close temporary chat')
    await press('Close and lose it')
    await expect(page).toHaveURL(/\/chat\/new$/)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('it is gone, and so are its words', async () => {
    await press('More about this chat')
    await page.getByRole('menuitem', { name: 'Temporary chat' }).click()
    await expect(page.getByText('Nothing of this chat is saved')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expectNoWords()
  })
})
