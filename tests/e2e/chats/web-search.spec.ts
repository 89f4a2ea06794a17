import { type SearchEngine, startSearchEngine } from '#support/fakes/search-engine.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { test as base, expect } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { settingsFor } from '../support/servers/shared-environment.ts'

/** A server with a search service, whose pages cannot be reached: their summaries stand for them. */
const test = base.extend<{ engine: SearchEngine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  engine: async ({}, use) => {
    const engine = await startSearchEngine()
    engine.hits = [
      { url: 'http://127.0.0.1/tides', title: 'Tide table of Cádiz', content: 'High water at 6:40.' },
      { url: 'http://localhost/moon', title: 'The moon', content: 'The moon pulls.' },
    ]
    await use(engine)
    await engine.close()
  },
  server: async ({ engine, model, environment }, use) => {
    const env = { ...settingsFor(model.url), SEARCH_URL: engine.url }
    const server = await LiveServer.start(env, undefined, environment.address.port)
    await use(server)
    await server.remove()
  },
})

test('an answer from the web cites its sources, moves the meter, and is also asked for offline', async ({
  app,
  page,
  model,
  engine,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const search = page.getByRole('button', { name: 'Search the web' })
  await expect(search).toHaveAttribute('aria-pressed', 'false')
  await search.click()
  await expect(search).toHaveAttribute('aria-pressed', 'true')

  model.next({ searches: ['tide table Cadiz'] })
  const answering = model.next(['High water is at 6:40 [1].'])
  await app.ask('When is high water in Cádiz?')
  const answer = page.getByRole('article', { name: 'Companion' }).last()
  const list = answer.getByRole('list')
  await expect(list.getByRole('listitem')).toHaveText([
    /\[1\]\s*Tide table of Cádiz 127\.0\.0\.1/,
    /\[2\]\s*The moon localhost/,
  ])
  await answering.release()
  const cited = answer.getByRole('link', { name: '[1]' })
  await expect(cited).toHaveAttribute('href', 'http://127.0.0.1/tides')
  await expect(cited).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(engine.queries.map(({ q }) => q)).toEqual(['tide table Cadiz'])
  await expectAccessible(app)

  // The switch and the sources are still there after a reload without the network.
  await app.untilOfflineReady()
  await app.goOffline()
  await page.reload()
  await expect(cited).toBeVisible()
  await expect(list.getByRole('link', { name: 'The moon' })).toBeVisible()
  await expect(search).toHaveAttribute('aria-pressed', 'true')
  model.next({ searches: ['moon tides'] })
  model.next({ tokens: ['The moon pulls [2].'] })
  await app.ask('And why?')
  await app.goOnline()
  await expect(page.getByRole('article', { name: 'Companion' }).last().getByRole('link', { name: '[2]' })).toBeVisible()
  expect(engine.queries.map(({ q }) => q)).toEqual(['tide table Cadiz', 'moon tides'])

  await navigate(page, '/account#usage')
  const meter = page.getByRole('meter', { name: 'Web searches' })
  await expect(meter).toHaveAttribute('aria-valuetext', '2 of 200 used · 198 left')
})
