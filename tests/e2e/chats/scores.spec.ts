import { readingOf } from '#support/fakes/judge-script.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

// Scoring is off in all other tests.
test.use({ ownServer: { env: { SCORING: 'on' } } })

const tokens = ['You owe your brother **honesty**, ', 'not agreement. You can say no.']
const quotes = { duty: 'owe your brother **honesty**', liberty: 'You can say no' }

test('a user reads the scores of an answer, requests them again, and finds them offline', async ({
  app,
  page,
  model,
}) => {
  test.setTimeout(90_000)
  const chip = (name: string | RegExp) => page.getByRole('button', { name })
  const panel = page.getByRole('complementary', { name: 'Scores of this answer' })
  const axis = (name: string) => panel.getByRole('region', { name, exact: true })
  const sum = (name: string) => panel.locator('dt', { hasText: name }).first().locator('xpath=following-sibling::dd[1]')
  await app.signIn(await app.makeUser())
  await page.goto('/chat')

  await test.step('the scores come by themselves, after the answer', async () => {
    model.judge.otherwise = { says: readingOf([92, 84, 78, 88, 95, 81], quotes) }
    model.next({ tokens })
    await app.ask('My brother wants to borrow money again.')
    await expect(app.said('You owe your brother')).toBeVisible()
    await expect(chip(/^Score 82 \(Truth 92, Fairness 84, Wisdom 78, Duty 88, Safety 95, Liberty 81\)/)).toBeVisible()
  })

  await test.step('beside the chat stand numbers, reasons, words, sums and who judged', async () => {
    await chip(/^Score 82/).click()
    await expect(panel.getByRole('heading', { name: 'Scores of this answer' })).toBeFocused()
    await expect(axis('Truth')).toContainText('92')
    await expect(axis('Truth')).toContainText('About truth.')
    await expect(sum('PCS')).toContainText('82')
    await expect(sum('ICS')).toContainText('100')
    await expect(sum('OAS')).toContainText('82')
    await expect(panel).toContainText('Scored by a model in a second reading: a judgement, not a fact.')
    await expect(panel).toContainText('Scoring took 220 tokens, which your plan does not count.')
    await expectAccessible(app)
  })

  await test.step('quoted words lead into the answer, whatever its Markdown', async () => {
    await axis('Duty').getByRole('button', { name: 'owe your brother' }).click()
    const marked = await page.evaluate(() => [...(CSS.highlights.get('score-quote') ?? [])].map(String))
    expect(marked).toEqual(['owe your brother honesty'])
  })

  await test.step('another judgement replaces the first', async () => {
    model.judge.otherwise = { says: readingOf([50, null, 50, 50, 50, 50]) }
    await panel.getByRole('button', { name: 'Score again' }).click()
    await expect(axis('Truth')).toContainText('50')
    await expect(axis('Fairness')).toContainText('not assessed')
    await expect(sum('PCS')).toContainText('not assessed')
    await expect(chip(/^Score – \(Truth 50, Fairness not assessed/)).toBeVisible()
    model.judge.otherwise = { says: readingOf([60, 60, 60, 60, 60, 60]) }
    await panel.getByRole('button', { name: 'Score again' }).click()
    await expect(sum('PCS')).toContainText('60')
  })

  await test.step('a judge that fails is told, and what was there stands', async () => {
    model.judge.otherwise = { says: 'no' }
    app.watch.expect(/503/)
    await panel.getByRole('button', { name: 'Score again' }).click()
    await expect(page.getByText('The answer could not be scored just now')).toBeVisible()
    await expect(sum('PCS')).toContainText('60')
  })

  await test.step('a second answer makes a trend, in figures too', async () => {
    model.judge.otherwise = { says: readingOf([90, 90, 90, 90, 90, 90]) }
    model.next({ tokens: ['Start with what you saw.'] })
    await app.ask('How do I start?')
    await chip(/^Score 90/).click()
    await expect(sum('OAS')).toContainText('69')
    await panel.getByText('2 answers as figures').click()
    await expect(panel.getByRole('row').last()).toHaveText(/^2\s*90\s*69$/)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(chip(/^Score 90/)).toBeFocused()
  })

  await test.step('on a phone they are a sheet, also offline, and back closes it', async () => {
    const sheet = page.getByRole('dialog', { name: 'Scores of this answer' })
    await page.setViewportSize({ width: 390, height: 844 })
    await chip(/^Score 90/).click()
    await expect(sheet.getByRole('region', { name: 'Truth' })).toContainText('90')
    await page.goBack()
    await expect(sheet).toBeHidden()
    app.watch.expect(failedRequests)
    await page.context().setOffline(true)
    await chip(/^Score 60/).click()
    await expect(sheet.getByRole('region', { name: 'Truth' })).toContainText('60')
    await expect(sheet.getByRole('button', { name: 'Scoring needs a connection' })).toBeDisabled()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/chat\//)
    await page.context().setOffline(false)
  })

  await test.step('and whoever does not want to see them does not', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await navigate(page, '/settings?section=conversation')
    const shows = page.getByRole('switch', { name: 'Show message scores' })
    await shows.click()
    // Before that it may not be on disk, and the next page would not know it.
    await expect(shows).not.toBeChecked()
    await navigate(page, '/chat')
    await expect(app.said('Start with what you saw.')).toBeVisible()
    await expect(chip(/^Score/)).toHaveCount(0)
  })
})
