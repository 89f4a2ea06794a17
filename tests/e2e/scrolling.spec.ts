import type { Page } from '@playwright/test'
import { expect, testOnline as test } from './fixtures.ts'

const QUESTIONS = Array.from({ length: 30 }, (_, index) => `Question number ${index + 1} of many.`)

/** Pixels at one turn of a wheel. */
const STEP = 150

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const question = (page: Page, number: number) =>
  page.getByRole('article', { name: 'You' }).filter({ hasText: `number ${number} of` })
/** Pixels below what is seen. */
const below = (page: Page) =>
  messages(page).evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop))

/** Pixels that can be scrolled to either side, and the messages in view: id, top in pixels, whether it is this question and whole. */
const look = (page: Page, number: number) =>
  messages(page).evaluate((list, number) => {
    const view = list.getBoundingClientRect()
    const seen = [...list.querySelectorAll('article')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      if (bottom <= view.top || top >= view.bottom) return []
      const isIt =
        row.ariaLabelledByElements?.[0]?.textContent === 'You' && row.innerText.includes(`number ${number} of`)
      return [{ id: row.dataset.message, top, isFound: isIt && top >= view.top && bottom <= view.bottom }]
    })
    const { scrollTop, scrollHeight, clientHeight } = list
    return { up: scrollTop, down: scrollHeight - clientHeight - scrollTop, seen }
  }, number)

/** Turns the wheel until a question is seen. At each turn what is seen moves by as much as the wheel says: nothing jumps. */
async function scrollTo(page: Page, number: number, way: -1 | 1): Promise<void> {
  await messages(page).hover()
  for (;;) {
    const { up, down, seen } = await look(page, number)
    if (seen.some(({ isFound }) => isFound)) return
    const row = seen.at(way < 0 ? 0 : -1)
    const moved = async () => {
      const now = (await look(page, number)).seen.find(({ id }) => id === row?.id)
      return (now?.top ?? Number.NaN) - (row?.top ?? Number.NaN)
    }
    await page.mouse.wheel(0, way * STEP)
    await expect.poll(moved).toBeCloseTo(-way * Math.min(STEP, way < 0 ? up : down), -1)
  }
}

test('a long chat opens at its end, is read up to its beginning, and a new question leads back', async ({
  app,
  page,
}) => {
  const person = await app.makePerson()
  const chat = await person.chat(QUESTIONS, 'A long chat')
  await app.signIn(person)
  await page.goto(`/chat/${chat}`)
  await expect(question(page, 30)).toBeInViewport()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  await scrollTo(page, 1, -1)
  await scrollTo(page, 25, 1)
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
  await expect(question(page, 30)).toBeInViewport()

  await scrollTo(page, 24, -1)
  await app.ask('Where was I?')
  await expect(app.said('Where was I?')).toBeInViewport()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
})

test('an answer that grows is followed, until somebody reads above: then it moves nothing, and says that it grows', async ({
  app,
  page,
  model,
}) => {
  const person = await app.makePerson()
  const chat = await person.chat(QUESTIONS.slice(0, 12), 'A long chat')
  await app.signIn(person)
  await page.goto(`/chat/${chat}`)
  await expect(question(page, 12)).toBeInViewport()
  const paragraphs = Array.from({ length: 9 }, (_, index) => `Paragraph ${index}. ${'Many words. '.repeat(40)}\n\n`)
  const answer = model.next(paragraphs)
  await app.ask('Tell me at length')
  await answer.released(3)
  await expect(messages(page).getByText('Paragraph 2.')).toBeVisible()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  await scrollTo(page, 6, -1)
  const place = () => question(page, 6).evaluate((row) => row.getBoundingClientRect().top)
  const before = await place()
  await answer.released(6)
  await page.getByRole('button', { name: 'New text below' }).waitFor()
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)

  await page.getByRole('button', { name: 'New text below' }).click()
  await answer.release()
  await expect(messages(page).getByText('Paragraph 8.')).toBeVisible()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
})
