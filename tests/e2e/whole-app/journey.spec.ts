import { expect, test } from '../fixtures.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'

// An isolated server, because the test kills it and the rate limits apply.
test.use({ ownServer: {}, viewport: { width: 390, height: 844 } })

const questions = ['Should I tell a friend the truth?', 'And if it hurts her?', 'What would a wise person say?']

interface Recorder {
  recordTap(label: string): void
}

test('a user registers, chats, loses server and network, and finds everything again', async ({
  app,
  page,
  model,
  server,
}) => {
  test.setTimeout(180_000)
  const taps: string[] = []
  await page.exposeFunction('recordTap', (label: string) => taps.push(label))
  await page.addInitScript(() => {
    const labelOf = ({ target }: Event) => {
      const control = target instanceof Element ? target.closest('a, button') : null
      return control?.getAttribute('aria-label') ?? control?.textContent ?? String(target)
    }
    // At the document and not at the window, where Playwright stops events of a press that misses its element.
    const record = (event: Event) => {
      // The app repeats a press on the page that was shown before its scripts had arrived.
      if (event.isTrusted) (window as unknown as Recorder).recordTap(labelOf(event))
    }
    document.addEventListener('click', record, true)
  })
  const screens = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) screens.add(new URL(frame.url()).pathname.replace(/^\/chat\/.*/, '/chat'))
  })

  await test.step('registers, which starts the free trial, and can write at once', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Create your account' }).click()
    await expect(page).toHaveURL(/\/auth\/register/)
    await app.register()
    await expect(page).toHaveURL(/\/chat\/new$/)
    const end = new Date(Date.now() + 14 * 86_400_000)
    const date = end.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    await expect(page.getByText(`Your two weeks have begun. They end on ${date}.`)).toBeVisible()
  })

  await test.step('asks three questions, each answered in a stream', async () => {
    for (const [index, question] of questions.entries()) {
      const answer = model.next(['The answer ', `number ${index + 1} `, 'comes ', 'in parts.'])
      await app.ask(question)
      await answer.released(2)
      await expect(app.said(`The answer number ${index + 1}`)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
      await answer.release()
      await expect(app.said(`The answer number ${index + 1} comes in parts.`)).toBeVisible()
      if (index === 0) {
        expect([...screens], 'the screens up to the first answer').toEqual(['/', '/auth/register', '/chat'])
        expect(taps, 'the taps up to the first answer').toEqual([
          'Create your account',
          expect.stringContaining('Create account'),
          'Send',
        ])
      }
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    }
  })

  await test.step('reloads in the middle of an answer, which goes on', async () => {
    const answer = model.next(['Before the reload ', 'and after it.'])
    await app.ask('Will this survive a reload?')
    await answer.released(1)
    await expect(app.said('Before the reload')).toBeVisible()
    await page.reload()
    await expect(app.said('Before the reload')).toBeVisible()
    await answer.release()
    await expect(app.said('Before the reload and after it.')).toBeVisible()
  })

  const everythingIsThere = async () => {
    for (const text of [...questions, 'Before the reload and after it.', 'number 1', 'number 2', 'number 3']) {
      await expect(app.said(text)).toBeVisible()
    }
  }

  await test.step('the server is killed and started again: everything is there', async () => {
    await server.kill()
    await server.start()
    await page.reload()
    await everythingIsThere()
  })

  await test.step('without a network the app opens and the chats read', async () => {
    await app.untilOfflineReady()
    await app.goOffline()
    await page.reload()
    await everythingIsThere()
    await app.goOnline()
  })

  await test.step('turns to Spanish, and stays so', async () => {
    await page.goto('/settings?section=general')
    await page.getByRole('radio', { name: 'Español' }).first().check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('es')
    await page.goto('/chat')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(app.composer).toBeVisible()
  })

  await test.step('signs out, and nothing private stays in the browser', async () => {
    await app.signOut()
    await expect(page).toHaveURL(/\/(?:auth\/login)?(?:\?|$)/)
    const { local, session, rows, cached } = await readBrowserStorage(page)
    const text = JSON.stringify({ local, session, rows })
    for (const secret of [...questions, 'Before the reload', 'Ana', 'Prado', 'person-', 'eyJ']) {
      expect(text).not.toContain(secret)
    }
    const kept = Object.entries(rows).filter(([table]) => !/\.(?:session|device|sync)$|^workbox/.test(table))
    expect(kept.filter(([, list]) => list.length > 0)).toEqual([])
    const addresses = Object.values(cached).flat()
    expect(addresses.filter((url) => url.includes('/api/') && !url.endsWith('/accounts/plans/'))).toEqual([])
  })
})
